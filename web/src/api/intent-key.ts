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

/**
 * Idempotency keys of one kind of command. A command whose answer was lost may have been carried out, so trying it
 * again, even from a dialog that was closed in between, names the same intent, and the server does it once.
 */
export function createIntentKeys(makeKey: () => string = randomKey): IntentKeys {
  let unsettled: { fingerprint: string; key: string } | undefined;
  return {
    keyFor(input) {
      const fingerprint = JSON.stringify(input);
      if (unsettled?.fingerprint !== fingerprint) unsettled = { fingerprint, key: makeKey() };
      return unsettled.key;
    },
    settle() {
      unsettled = undefined;
    },
  };
}
