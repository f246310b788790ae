export const bug = {
  file: 'server/src/identity/factors/check-code.ts',
  find: 'where user_id = $1 and last_step < $2 and secret_sealed = $3',
  replace: 'where user_id = $1 and secret_sealed = $3',
  why: 'a code that somebody has read over a shoulder signs in again within the same minute',
  caughtBy: ['a time step > is not accepted once a later one was'],
};
