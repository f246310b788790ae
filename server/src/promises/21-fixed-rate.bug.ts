export const bug = {
  file: 'server/src/features/topups/fixed-rate.ts',
  find: 'let leftUsd = paidUsd <= mostOf(askedUsd) ? paidUsd : askedUsd;',
  replace: 'let leftUsd = paidUsd;',
  why: 'whatever is paid is credited at the rate of the opening, which makes a top-up an option on the market that costs nothing',
  caughtBy: ['nobody gains from the rate of a top-up, whatever the market does and however they pay'],
};
