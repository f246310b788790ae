export const bug = {
  file: 'server/src/db/database.ts',
  find: 'keepAlive: true,',
  replace: "keepAlive: true,\n    options: '-c synchronous_commit=off',",
  why: 'a commit is answered before it is on the disk, so that what was acknowledged last is lost with the database',
  after: ['whatever is killed, each transfer that was asked for is settled by repeating it'],
  caughtBy: ['nothing acknowledged is lost, doubled or half written'],
};
