export const bug = {
  file: 'contract/src/money/trade.ts',
  find: "const to = divide((from.minorUnits - fee.minorUnits) * dividend, divisor, 'down');",
  replace: "const to = divide((from.minorUnits - fee.minorUnits) * dividend, divisor, 'half-even');",
  why: 'what arrives is rounded to the nearest unit, so that whoever picks the right amounts gains half a cent each time',
  caughtBy: ['small exchanges to and fro, at prices that stand still, never add up to more than there was'],
};
