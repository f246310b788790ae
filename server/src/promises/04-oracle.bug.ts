export const bug = {
  file: 'server/src/ledger/hold.ts',
  find: "where hold.id = $1 and hold.state = 'open'",
  replace: 'where hold.id = $1',
  why: 'a hold that was settled or given back is settled again, out of what other holds have set aside',
  caughtBy: ['random operations agree with the oracle'],
};
