export const bug = {
  file: 'server/src/db/migrations/0003-posting.sql',
  find: '    group by posting\n    order by posting\n',
  replace: '    group by posting\n    order by posting desc\n',
  why: 'of postings that arrive together the last one is decided first, and spends what those before it were to have',
  caughtBy: ['random operations agree with the oracle'],
};
