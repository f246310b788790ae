import * as z from 'zod/mini';
import { readStored, removeStored, writeStored } from '../storage.ts';
import { ApiError } from './api-error.ts';
import { Cancelled } from './cancelled.ts';
import { queryClient } from './query-client.ts';
import { readStoredToken, session, unsettledKey } from './session.ts';
import { profileQuery } from './use-session.ts';

/** 128 random bits. Plain http lacks `crypto.randomUUID`, and self-hosters may use it at home. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Every kind of command that happens once under its key. Stored, so a name never changes. */
type IntentKind =
  | 'claim'
  | 'deposit'
  | 'order'
  | 'payment'
  | 'recurringBuy'
  | 'topUp'
  | 'trade'
  | 'transfer'
  | 'withdrawal';

export interface IntentKeys {
  /** The same until it is settled, another for other input. `about` is kept with it, of the first attempt without an answer. */
  keyFor: (input: object, about?: unknown) => string;
  /** The server's answer arrived: repeating the input is now a new intent. */
  settle: (input: object) => void;
  /** The last attempt was refused, so that it did not arrive. An earlier one may have. */
  refuse: (input: object) => void;
  /** The present person's attempts without an answer, the last one at the end. Empty while nobody is known. */
  unanswered: () => readonly Unanswered[];
}

interface Unanswered {
  about?: unknown;
  /** When it was first tried. */
  madeAt: number;
}

const intentSchema = z.object({
  kind: z.string(),
  fingerprint: z.string(),
  key: z.string(),
  madeAt: z.number(),
  /** The person's id; empty if it was not known. */
  owner: z.string(),
  isUnknown: z.boolean(),
  /** Before the last attempt. */
  wasUnknown: z.boolean(),
  about: z.optional(z.unknown()),
});
type Intent = z.output<typeof intentSchema>;

// The server keeps a key for a day. An hour less, so that no attempt on its way outlives it.
const unsettledMaxMs = 23 * 60 * 60 * 1000;
/** More than anybody leaves open. What was refused goes first, then the oldest. */
const intentsMax = 20;

/** What could not be stored lives as long as the page. */
let ofThisPage: readonly Intent[] = [];

function ownerNow(): string {
  return queryClient.getQueryData(profileQuery.queryKey)?.id ?? '';
}

function readStoredIntents(): readonly Intent[] {
  try {
    return z.array(intentSchema).parse(JSON.parse(readStored(unsettledKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Of everybody in any tab, the last attempt at the end. */
function readAll(nowMs: number): readonly Intent[] {
  const all = ofThisPage.length > 0 ? ofThisPage : readStoredIntents();
  return all.filter((intent) => nowMs - intent.madeAt < unsettledMaxMs);
}

/** While nobody is known, everybody's are: nobody's are lost. */
function isOwn({ owner }: Intent): boolean {
  return ownerNow() === '' || owner === ownerNow();
}

/** Counted for each person, so that nobody's push out another's. */
function withinMax(intents: readonly Intent[]): readonly Intent[] {
  const keptOf = (owner: string): readonly Intent[] => {
    const own = intents.filter((intent) => intent.owner === owner);
    const refused = own.filter(({ isUnknown }) => !isUnknown);
    const unknown = own.filter(({ isUnknown }) => isUnknown);
    return [...refused, ...unknown].slice(-intentsMax);
  };
  const owners = new Set(intents.map(({ owner }) => owner));
  const kept = new Set([...owners].flatMap(keptOf));
  return intents.filter((intent) => kept.has(intent));
}

function keepIntents(intents: readonly Intent[]): void {
  const kept = withinMax(intents);
  const text = JSON.stringify(kept);
  // A tab that does not know yet that its person signed out must leave nothing behind.
  const isPresent = readStoredToken() === session.read().token;
  if (isPresent && kept.length > 0) writeStored(unsettledKey, text);
  else if (isPresent) removeStored(unsettledKey);
  ofThisPage = kept.length === 0 || readStored(unsettledKey) === text ? [] : kept;
}

// A person whose session was lost signs in again and repeats the same. Whoever signs out is done here.
session.subscribe(() => {
  if (session.read().end === 'signedOut') ofThisPage = [];
});

/**
 * If an answer was lost, the command may have happened. A retry, also from a reopened dialog, another tab or after a reload, sends
 * the same key.
 * Not after the server has forgotten it, and not for another person.
 */
export function createIntentKeys(
  kind: IntentKind,
  makeKey: () => string = randomKey,
  now: () => number = Date.now,
): IntentKeys {
  const find = (input: object) => {
    const fingerprint = JSON.stringify(input);
    const isSame = (intent: Intent) =>
      isOwn(intent) && intent.kind === kind && intent.fingerprint === fingerprint;
    const kept = readAll(now());
    return { fingerprint, intent: kept.find(isSame), others: kept.filter((other) => !isSame(other)) };
  };
  return {
    keyFor(input, about) {
      const { fingerprint, intent, others } = find(input);
      const begun = intent ?? { kind, fingerprint, key: makeKey(), madeAt: now(), owner: ownerNow() };
      const kept = intent?.isUnknown ? intent.about : about;
      keepIntents([
        ...others,
        { ...begun, about: kept, isUnknown: true, wasUnknown: intent?.isUnknown ?? false },
      ]);
      return begun.key;
    },
    settle(input) {
      keepIntents(find(input).others);
    },
    refuse(input) {
      const { intent, others } = find(input);
      if (intent) keepIntents([...others, { ...intent, isUnknown: intent.wasUnknown }]);
    },
    unanswered() {
      if (ownerNow() === '') return [];
      return readAll(now()).filter((intent) => isOwn(intent) && intent.kind === kind && intent.isUnknown);
    },
  };
}

/** Sends a command under its key, and keeps what the answer says of it: that it arrived, that it did not, or nothing. */
export async function sendOnce<Reply>(
  keys: IntentKeys,
  input: object,
  send: (idempotencyKey: string) => Promise<Reply>,
  about?: unknown,
): Promise<Reply> {
  try {
    const reply = await send(keys.keyFor(input, about));
    keys.settle(input);
    return reply;
  } catch (error) {
    if (error instanceof Cancelled || (error instanceof ApiError && error.isRefusal)) keys.refuse(input);
    throw error;
  }
}
