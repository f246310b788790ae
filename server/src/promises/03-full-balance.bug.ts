export const bug = {
  file: 'server/src/db/migrations/0014-posting-side-by-side.sql',
  find: 'elsif balances[account] + amounts[position] < 0 then',
  replace: 'elsif balances[account] + amounts[position] < 0 and entry_lines[position] > 1 then',
  why: 'who has too little is not refused in words, but by the last guard of the database, as a failure of ours',
  caughtBy: ['exactly one of a hundred withdrawals of a full balance succeeds, in every round'],
};
