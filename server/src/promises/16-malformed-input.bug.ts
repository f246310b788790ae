export const bug = {
  file: 'server/src/http/call-io.ts',
  find: "if (!result.success) throw new DomainError('NotFound');",
  replace: 'if (!result.success) return params;',
  why: 'an id in a path that can be none reaches the database, which fails on it: a 500',
  caughtBy: ['deletePriceAlert > with a session refuses'],
};
