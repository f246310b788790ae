import { ApiError } from './api-error.ts';
import { session } from './session.ts';

/** The person thought better of it. Nothing has happened, and nobody needs to be told. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** What was begun in one session is told to nobody in another. */
export class SessionChanged extends Cancelled {}

/** @throws SessionChanged where the session is no longer that of this token. */
export function expectSession(token: string | null): void {
  if (session.read().token !== token) throw new SessionChanged();
}

/** The session was found to be over, which is no secret of anybody's. */
function isEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && session.read().token === null;
}

/**
 * Does what was asked for in the session of this token.
 * @throws SessionChanged where another has taken its place, before the work or by its end.
 */
export async function withinSession<Result>(
  token: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  expectSession(token);
  try {
    const result = await work();
    expectSession(token);
    return result;
  } catch (error) {
    if (!isEnd(error)) expectSession(token);
    throw error;
  }
}
