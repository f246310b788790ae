export const bug = {
  file: 'server/src/db/migrations/0003-posting.sql',
  find: 'elsif balances[account] + item.amounts[line] < 0 then',
  replace: 'elsif balances[account] + item.amounts[line] < 0 and line > 1 then',
  why: 'who has too little is not refused in words, but by the last guard of the database, as a failure of ours',
  caughtBy: ['exactly one of a hundred withdrawals of a full balance succeeds, in every round'],
};
