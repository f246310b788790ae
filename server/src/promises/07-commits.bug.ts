export const bug = {
  file: 'server/src/db/database.ts',
  find: "  if (command !== 'COMMIT') {",
  replace: "  if (command !== 'COMMIT' && command !== 'ROLLBACK') {",
  why: 'a COMMIT that the database answered with ROLLBACK, because an error was swallowed before, is taken for a success',
  caughtBy: ['makes its COMMIT a ROLLBACK, which is never a success, and its connection is lent again'],
};
