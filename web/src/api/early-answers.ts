import { session } from './session.ts';

/** What boot.js has asked for before the app was there to ask: what the app asks first. */
interface EarlyAnswers {
  /** On whose behalf. */
  token: string;
  /** By address, each until it is taken. */
  responses: Map<string, Promise<Response>>;
}

declare global {
  // How a property of the global object is declared.
  var earlyAnswers: EarlyAnswers | undefined;
}

/** Later the app asks anew: an answer that nobody has taken by then would be old. */
const keptForMs = 5000;
const startedAtMs = performance.now();

// What nobody has taken is for no later session, and not for this one either.
session.subscribe(() => {
  globalThis.earlyAnswers = undefined;
});

/** The answer that is on its way already; once, and only to the session that it was asked for. */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers;
  if (early === undefined || early.token !== token) return undefined;
  const response = early.responses.get(url);
  early.responses.delete(url);
  return performance.now() - startedAtMs < keptForMs ? response : undefined;
}
