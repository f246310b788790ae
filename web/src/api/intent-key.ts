/** 128 random bits. Plain http lacks `crypto.randomUUID`, and self-hosters may use it at home. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export interface IntentKeys {
  /** The same until it is settled, another for other input. */
  keyFor: (input: object) => string;
  /** The server's answer arrived: repeating the input is now a new intent. */
  settle: () => void;
}

interface Intent {
  fingerprint: string;
  key: string;
  madeAt: number;
}

/**
 * One set per kind of command. They outlive a session: a person who signs in again and repeats means the same. The server binds a
 * key to its sender.
 */
export const unsettledIntents = new Map<symbol, Intent>();

// By then the person has seen the result, so a repeat is a new intent.
const unsettledMaxMs = 5 * 60 * 1000;

/** If an answer was lost, the command may have happened. A retry soon after, even from a reopened dialog, sends the same key. */
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
