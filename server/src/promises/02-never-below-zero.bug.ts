export const bug = {
  file: 'server/src/db/migrations/0007-rails-and-withdrawals.sql',
  find: "coalesce(current_setting('mercury.moves_accounts', true), '') <> 'yes'",
  replace: 'pg_trigger_depth() = 0',
  why: 'a trigger on some other table can move a balance without an entry, since it is as deep as the one on entries',
  caughtBy: ['the database itself refuses, whoever writes, what > takes in a trigger'],
};
