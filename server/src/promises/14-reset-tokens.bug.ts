export const bug = {
  file: 'server/src/identity/sign-in/reset-password.ts',
  find: 'current?.email !== user.email || spent.rowCount !== 1',
  replace: 'current?.email !== user.email',
  why: 'nobody looks whether the reset was still there, so that of those who show it at once each sets a password',
  caughtBy: ['works once, by the link or by the code, also when both are shown many times at once'],
};
