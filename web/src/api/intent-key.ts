/** 128 random bits. `crypto.randomUUID` is missing on plain http, where somebody may run this at home. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export interface IntentKeys {
  /** The key that names this input's intent: the same until it is settled, another for other input. */
  keyFor: (input: object) => string;
  /** The server's answer arrived: doing the same once more is a new intent. */
  settle: () => void;
}

interface Intent {
  fingerprint: string;
  key: string;
  madeAt: number;
}

/**
 * Of each kind of command. They outlive a session: whoever has to sign in again before they repeat means the same. To the
 * server a key is its sender's own, so another person's is none.
 */
export const unsettledIntents = new Map<symbol, Intent>();

// Whoever repeats the same after this long has seen what became of it and means it once more.
const unsettledMaxMs = 5 * 60 * 1000;

/**
 * Idempotency keys of one kind of command. A command whose answer was lost may have been carried out, so trying it
 * again soon, even from a dialog that was closed in between, names the same intent, and the server does it once.
 */
export function createIntentKeys(
  makeKey: () => string = randomKey,
  now: () => number = Date.now,
): IntentKeys {
  const kind = Symbol('kind of command');
  return {
    keyFor(input) {
      const fingerprint = JSON.stringify(input);
      const last = unsettledIntents.get(kind);
      if (last?.fingerprint === fingerprint && now() - last.madeAt < unsettledMaxMs) return last.key;
      const intent = { fingerprint, key: makeKey(), madeAt: now() };
      unsettledIntents.set(kind, intent);
      return intent.key;
    },
    settle() {
      unsettledIntents.delete(kind);
    },
  };
}
