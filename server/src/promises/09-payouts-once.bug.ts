export const bug = {
  file: 'server/src/features/withdrawals/pay-out.ts',
  find: "'a payout ended without an answer');\n    return { state: 'unknown' };",
  replace: "'a payout ended without an answer');\n    return rail.payOut(order);",
  why: 'a payout whose answer was lost is asked for again, and leaves twice',
  caughtBy: ['what is paid, and the answer is lost stops, and a person settles it once'],
};
