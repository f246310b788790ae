export const bug = {
  file: 'contract/src/money/trade.ts',
  find: "const to = divide((from.minorUnits - fee.minorUnits) * dividend, divisor, 'down');",
  replace: "const to = divide((from.minorUnits - fee.minorUnits) * dividend, divisor, 'half-even');",
  why: 'what arrives is rounded to the nearest unit, so that whoever picks the right amounts gains half a cent each time',
};
