export const bug = {
  file: 'server/src/features/orders/exchange.ts',
  find: '    copy.book = undefined;\n    throw error;',
  replace: '    throw error;',
  why: 'after a commit that failed a process goes on with a book that never was',
  caughtBy: ['orders under cut connections, in two processes: nothing is lost, doubled or crossed'],
};
