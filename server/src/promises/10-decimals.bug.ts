export const bug = {
  file: 'contract/src/money/decimal.ts',
  find: "const fraction = match[2] ?? '';",
  replace: "const fraction = (match[2] ?? '').slice(0, decimals);",
  why: 'what is smaller than the smallest unit is cut off without a word, where it has to be refused',
  caughtBy: ['transfer refuses whatever is no plain decimal of its currency, and nothing moves'],
};
