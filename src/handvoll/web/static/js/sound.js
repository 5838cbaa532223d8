// Small sounds made on the spot with WebAudio; off until asked for.

const KEY = "handvoll-sound";
let context = null;

export const sound = {
  get on() {
    return localStorage.getItem(KEY) === "on";
  },
  set on(value) {
    localStorage.setItem(KEY, value ? "on" : "off");
    if (value) play("mine");
  },
};

/** A wooden knock for a step, two tones when it is my turn, a small chord at the end. */
export function play(kind) {
  if (!sound.on) return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  if (kind === "step") knock(start);
  if (kind === "mine") [523, 659].forEach((hertz, i) => tone(hertz, start + i * 0.11, 0.16));
  if (kind === "end") [392, 494, 587, 784].forEach((hertz, i) => tone(hertz, start + i * 0.09, 0.5));
  if (kind === "refused") tone(165, start, 0.18);
}

function tone(hertz, start, length) {
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0.16, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

function knock(start) {
  const frames = Math.round(context.sampleRate * 0.06);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (frames / 9));
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 900, Q: 2 });
  source.connect(filter).connect(new GainNode(context, { gain: 0.5 })).connect(context.destination);
  source.start(start);
}
