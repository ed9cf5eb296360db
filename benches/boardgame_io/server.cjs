// A game of 81 cells on a server of boardgame.io, with its default store in memory. A player takes a free cell; there is
// no other rule, so that the rules cost as little as possible.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const Cells = {
  name: 'cells',
  setup: () => ({ cells: Array(81).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
};

const server = Server({ games: [Cells], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
