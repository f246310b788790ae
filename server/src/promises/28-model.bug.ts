export const bug = {
  file: 'server/src/matching/match.ts',
  find: '    taker.quantity -= quantity;\n',
  replace: '',
  why: 'what an order gave up so as not to trade with its own person counts as traded',
  caughtBy: ['give what a book without any cleverness gives'],
  suite: 'server/src/matching/properties.test.ts',
};
