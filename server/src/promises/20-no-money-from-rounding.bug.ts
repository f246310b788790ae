export const bug = {
  file: 'contract/src/money/trade.ts',
  find: "rounding: 'down',",
  replace: "rounding: 'half-even',",
  why: 'what arrives is rounded to the nearest unit, so that whoever picks the right amounts gains half a cent each time',
  caughtBy: ['small exchanges to and fro, at prices that stand still, never add up to more than there was'],
};
