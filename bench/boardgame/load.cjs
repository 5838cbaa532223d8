// The load for the comparison in bench/server.py: tables of two clients that move as soon as it is their turn.
//
//   node load.cjs boardgame PORT API_PORT TABLES SECONDS
//   node load.cjs house PORT GAME TABLES SECONDS
//
// Prints one line of JSON: moves a second that have come to the other client, and how long each took on its way
// there from the call that made it. The first two seconds do not count.

const http = require("node:http");

const WARM_UP = 2000;
const CELLS = 32;
/** A server that tells a move before it has stored it may refuse the answer, without a word: then ask anew. */
const AGAIN = 2000;

/** What is measured: the time from each move to the other client's news of it. */
class Figures {
  constructor(seconds) {
    this.from = performance.now() + WARM_UP;
    this.until = this.from + seconds * 1000;
    this.seconds = seconds;
    this.took = [];
  }

  get over() {
    return performance.now() >= this.until;
  }

  arrived(began) {
    if (began >= this.from && !this.over) this.took.push(performance.now() - began);
  }

  report() {
    const sorted = this.took.sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    console.log(JSON.stringify({ rate: sorted.length / this.seconds, median: at(0.5), p99: at(0.99) }));
  }
}

/** A request with a JSON body: its answer, and the cookie that came with it. */
function ask(port, path, body, agent, cookie = "") {
  const data = JSON.stringify(body);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(data), cookie };
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path, method: "POST", headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve({ json: JSON.parse(text), cookie: answer.headers["set-cookie"]?.[0] }));
    });
    request.on("error", reject);
    request.end(data);
  });
}

// --- boardgame.io ----------------------------------------------------------------------------------------

async function boardgameTable(port, apiPort, figures) {
  const { io } = require("socket.io-client");
  const { matchID } = (await ask(apiPort, "/games/turns/create", { numPlayers: 2 })).json;
  const waiting = []; // moves whose news has not come to the other client
  const here = []; // who listens; before both do, nobody moves
  for (const me of ["0", "1"]) {
    const joining = await ask(apiPort, `/games/turns/${matchID}/join`, { playerID: me, playerName: me });
    const credentials = joining.json.playerCredentials;
    const line = io(`http://127.0.0.1:${port}/turns`, { transports: ["websocket"], forceNew: true });
    const sync = () => line.emit("sync", matchID, me, credentials, 2);
    let answered = -1;
    let latest = -1;
    const heard = ({ _stateID, ctx }) => {
      if (_stateID < latest) return;
      latest = _stateID;
      while (waiting.length && waiting[0].by !== me && _stateID > waiting[0].seen) {
        figures.arrived(waiting.shift().began);
      }
      if (ctx.currentPlayer !== me || _stateID === answered || figures.over) return;
      answered = _stateID;
      if (waiting[0]?.seen !== _stateID) waiting.push({ began: performance.now(), by: me, seen: _stateID });
      const payload = { type: "take", args: [Math.floor(Math.random() * CELLS)], playerID: me, credentials };
      line.emit("update", { type: "MAKE_MOVE", payload }, _stateID, matchID, me);
      setTimeout(() => {
        if (latest !== _stateID) return;
        answered = -1;
        sync();
      }, AGAIN);
    };
    line.on("connect", sync);
    line.on("sync", (_match, { state }) => {
      if (here.length === 2) return heard(state);
      here.push(() => heard(state));
      if (here.length === 2) for (const begin of here) begin();
    });
    line.on("update", (_match, state) => heard(state));
  }
}

// --- our house -------------------------------------------------------------------------------------------

async function houseTable(port, game, figures) {
  while (!figures.over) await houseGame(port, game, figures);
}

async function houseGame(port, game, figures) {
  const callers = [0, 1].map(() => ({ agent: new http.Agent({ keepAlive: true, maxSockets: 1 }), cookie: "" }));
  const post = async (caller, path, body) => {
    const { json, cookie } = await ask(port, path, body, caller.agent, caller.cookie);
    if (cookie) caller.cookie = cookie.split(";")[0];
    return json;
  };
  const { table } = await post(callers[0], "/api/tables", { game, chairs: ["open", "open"], lot: false });
  const path = `/api/tables/${table}`;
  for (const caller of callers) await post(caller, path, { do: "sit" });
  const waiting = []; // moves whose news has not come to the other client
  await Promise.all(
    callers.map((caller, me) =>
      lines(port, `${path}/stream?with=view`, caller, figures, (shown) => {
        while (waiting.length && waiting[0].by !== me && shown.event > waiting[0].seen) {
          figures.arrived(waiting.shift().began);
        }
        if (!shown.moves?.length || shown.question === caller.answered || figures.over) return;
        caller.answered = shown.question;
        const move = shown.moves[Math.floor(Math.random() * shown.moves.length)];
        waiting.push({ began: performance.now(), by: me, seen: shown.event });
        post(caller, path, { do: "play", seat: shown.seat, move, question: shown.question });
      }),
    ),
  );
  for (const caller of callers) caller.agent.destroy();
}

/** Reads a stream of lines until the game or the time is over. */
function lines(port, path, caller, figures, heard) {
  const headers = { accept: "application/x-ndjson", cookie: caller.cookie };
  return new Promise((resolve, reject) => {
    const request = http.get({ port, path, headers, agent: false }, (answer) => {
      let rest = "";
      answer.setEncoding("utf8");
      answer.on("close", resolve);
      answer.on("data", (part) => {
        const whole = (rest + part).split("\n");
        rest = whole.pop();
        for (const line of whole) {
          const { type, data } = JSON.parse(line);
          if (type !== "table") continue;
          heard(data);
          if (data.phase === "over") request.destroy();
        }
      });
      setTimeout(() => request.destroy(), Math.max(0, figures.until - performance.now()) + 200).unref();
    });
    request.on("error", (error) => (answerless(error) ? resolve() : reject(error)));
  });
}

/** Whether that is only how a request that we ended ourselves is reported. */
function answerless(error) {
  return error.code === "ECONNRESET" || error.code === "ECONNREFUSED";
}

async function main([kind, port, where, tables, seconds]) {
  const figures = new Figures(Number(seconds));
  const table = kind === "house" ? houseTable : boardgameTable;
  const opened = Array.from({ length: Number(tables) }, () => table(Number(port), where, figures));
  if (kind === "house") await Promise.all(opened);
  setTimeout(() => {
    figures.report();
    process.exit(0);
  }, figures.until - performance.now());
}

main(process.argv.slice(2));
