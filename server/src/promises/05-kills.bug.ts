export const bug = {
  file: 'server/src/db/connection-settings.ts',
  find: 'keepAlive: true,',
  replace: "keepAlive: true,\n    options: '-c synchronous_commit=off',",
  why: 'a commit is answered before it is on the disk, so that what was acknowledged last is lost with the database',
};
