export const bug = {
  file: 'server/src/features/topups/standing.ts',
  find: "counts(payment) && payment.state === 'confirmed'",
  replace: 'counts(payment)',
  why: 'a top-up is credited as soon as its payment is seen, which its chain may still drop',
  caughtBy: ['what is only seen is credited to nobody, and what its chain then drops never is'],
};
