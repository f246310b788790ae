import { ApiError } from './api-error.ts';
import { session } from './session.ts';

/** The person cancelled. Nothing happened, so there is nothing to report. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** The session changed. Results of the old session must not reach the new one. */
export class SessionChanged extends Cancelled {}

/** @throws SessionChanged if the current token is another. */
export function expectSession(token: string | null): void {
  if (session.read().token !== token) throw new SessionChanged();
}

/** The session is over. This is not secret. */
function isEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && session.read().token === null;
}

/**
 * Runs the work in the session of this token.
 * @throws SessionChanged if another session replaces it, before the work or by its end.
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
