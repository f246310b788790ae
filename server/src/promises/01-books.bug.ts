export const bug = {
  file: 'server/src/ledger/check.ts',
  find: `from account left join entry on entry.account_id = account.id
    where account.owner_id is not null
    group by account.id having account.balance`,
  replace: `from account join entry on entry.account_id = account.id
    where account.owner_id is not null
    group by account.id having account.balance`,
  why: 'the checker passes over accounts without any entry, so that money that came from nowhere is not found there',
  caughtBy: ['a balance is the sum of its entries: insert into account'],
};
