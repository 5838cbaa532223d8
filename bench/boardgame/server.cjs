// A boardgame.io server for bench/server.py: one game in which two seats take turns.
//
//   node server.cjs PORT API_PORT [FOLDER]      with a folder, matches are stored in it (FlatFile)

const { FlatFile, Origins, Server } = require("boardgame.io/server");

const CELLS = 32;

const turns = {
  name: "turns",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // As at our house the server alone decides; the client guesses nothing.
    take: { client: false, move: ({ G, playerID }, cell) => void (G.cells[cell] = playerID) },
  },
};

async function main([port, apiPort, dir]) {
  const db = dir ? new FlatFile({ dir }) : undefined;
  const server = Server({ games: [turns], origins: [Origins.LOCALHOST], ...(db && { db }) });
  await server.run({ port: Number(port), lobbyConfig: { apiPort: Number(apiPort) } });
}

main(process.argv.slice(2));
