export const bug = {
  file: 'server/src/identity/email/replace-email.ts',
  find: "return endSessions(trx, { userId, ...kept, reason: 'email_changed' });",
  replace: 'return { endedSessionIds: [] };',
  why: 'whoever sits in a session that was opened with the former email stays signed in after it is replaced',
  caughtBy: ['changing the email by code ends the sessions that it should, and no other'],
};
