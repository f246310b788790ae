export const bug = {
  file: 'server/src/features/transfers/present.ts',
  find: 'const postedAt = new Date(receipt.postedAt);',
  replace: 'const postedAt = new Date();',
  why: 'a repeat is dated anew, so that it is not the reply that the first one was',
  caughtBy: ['transfer > 50 times at once through two processes: one effect, one reply'],
};
