export const bug = {
  file: 'server/src/identity/sessions/end-sessions.ts',
  find: 'delete from session where id = $1 and user_id = $2 returning token_hash',
  replace: 'delete from session where id = $1 and $2::uuid is not null returning token_hash',
  why: 'whoever knows the id of a session signs its person out',
  caughtBy: ['an id that is somebody else’s > is 404 to endSession'],
};
