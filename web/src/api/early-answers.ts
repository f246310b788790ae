import { session } from './session.ts';

/** Requests that boot.js sent before the app was there: the app's first requests. */
interface EarlyAnswers {
  /** The session's token that they were sent with. */
  token: string;
  /** By address. Each entry is removed when it is taken. */
  responses: Map<string, Promise<Response>>;
}

declare global {
  // Only `var` declares a property of the global object.
  var earlyAnswers: EarlyAnswers | undefined;
}

/** After this time an untaken answer is too old, and the app asks again. */
const keptForMs = 5000;
const startedAtMs = performance.now();

// Untaken answers must not reach a later session, and this one no longer needs them.
session.subscribe(() => {
  globalThis.earlyAnswers = undefined;
});

/** The early answer: only once, and only for the session that asked. */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers;
  if (early === undefined || early.token !== token) return undefined;
  const response = early.responses.get(url);
  early.responses.delete(url);
  return performance.now() - startedAtMs < keptForMs ? response : undefined;
}
