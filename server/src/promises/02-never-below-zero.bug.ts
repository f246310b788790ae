export const bug = {
  file: 'server/src/db/migrations/0002-ledger.sql',
  find: '      and account.balance = movement.opening_balance\n',
  replace: '',
  why: 'an entry may claim another balance before it than its account has, and the account is moved to it',
  caughtBy: [
    'the tables refuse by themselves, also their owner, what > writes an entry that hides what it takes',
  ],
};
