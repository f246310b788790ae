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
  let unsettled: { fingerprint: string; key: string; madeAt: number } | undefined;
  return {
    keyFor(input) {
      const fingerprint = JSON.stringify(input);
      const isSame = unsettled?.fingerprint === fingerprint && now() - unsettled.madeAt < unsettledMaxMs;
      if (!isSame || unsettled === undefined) unsettled = { fingerprint, key: makeKey(), madeAt: now() };
      return unsettled.key;
    },
    settle() {
      unsettled = undefined;
    },
  };
}
