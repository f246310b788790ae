/** SQL: the name of an account that nobody proved in time. Its own is free for others, and this one is nobody's. */
export const keptName = (user: string): string =>
  `'unproved_' || right(replace(${user}.id::text, '-', ''), 16)`;

/** SQL condition: the row's username names somebody. It does not after a deletion, nor once the account lost its name. */
export const hasPublicName = (user: string): string =>
  `(${user}.deleted_at is null and ${user}.username <> ${keptName(user)})`;
