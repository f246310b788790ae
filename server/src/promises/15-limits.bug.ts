export const bug = {
  file: 'server/src/http/rate-limit.ts',
  find: 'await limiter.consume(networkOf(subject));',
  replace: 'await limiter.consume(subject);',
  why: 'each address of an IPv6 /64 has a limit of its own, and a household has 2^64 of them',
  caughtBy: ['/auth/validate-reset-token > is answered 30 times to a network that comes in a burst'],
};
