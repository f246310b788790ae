export const bugs = [
  {
    file: 'server/src/features/orders/stream/market-view.ts',
    find: '  for (const price of left.keys()) changed.push({ price, quantity: 0 });\n',
    replace: '',
    why: 'a price at which nothing is left is not told, and stays in the book of whoever follows',
    caughtBy: [
      'is rebuilt from the messages of either process while orders come at both, also by who is cut off',
    ],
    suite: 'server/src/features/orders/stream/stream.test.ts',
  },
  {
    file: 'server/src/features/orders/stream/own-telling.ts',
    find: 'const fresh = events.filter(',
    replace: 'const fresh = events.slice(-1).filter(',
    why: 'of what happens to the orders of a person in one commit only the last is told',
    caughtBy: ['one who is cut off at random knows their orders and money as they are, and the book too'],
    suite: 'server/src/features/orders/stream/own-stream.test.ts',
  },
];
