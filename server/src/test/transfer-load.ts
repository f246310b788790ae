import { randomUUID } from 'node:crypto';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { answerTo, createCrashLoad, UnexpectedReplyError, type Asked, type CrashLoad } from './crash-load.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Caller } from './signed-in-people.ts';

/** A requested transfer, and everything that the client knows of it. */
export interface AskedTransfer extends Asked {
  readonly key: string;
  readonly from: Caller;
  readonly to: Caller;
  /** In smallest units. */
  readonly amount: bigint;
  reply: string;
}

export interface TransferLoad extends CrashLoad {
  readonly asked: readonly AskedTransfer[];
}

const amountMax = 60;

export function createTransferLoad(options: {
  origins: () => readonly string[];
  recovery: () => Promise<void>;
  people: readonly [Caller, ...Caller[]];
  random: SeededRandom;
}): TransferLoad {
  const { people, random } = options;
  const asked: AskedTransfer[] = [];
  const next = (): AskedTransfer => {
    const from = random.pick(people);
    const others = people.filter((person) => person !== from);
    const to = others[random.below(others.length)] ?? from;
    const transfer: AskedTransfer = {
      key: randomUUID(),
      from,
      to,
      amount: BigInt(1 + random.below(amountMax)),
      outcome: 'unknown',
      reply: '',
    };
    asked.push(transfer);
    return transfer;
  };
  return { asked, ...createCrashLoad({ ...options, next, asked, ask }) };
}

/** Under its own key. */
export async function ask(origin: string, transfer: AskedTransfer): Promise<void> {
  const answer = await answerTo(`${origin}/v1/wallets/transfer`, {
    method: 'POST',
    token: transfer.from.token,
    headers: { 'idempotency-key': transfer.key },
    body: {
      recipientAddress: transfer.to.walletAddress,
      amount: formatAmount(amountOf('MRCY', transfer.amount)),
    },
  });
  if (answer === undefined) return;
  const { status, text } = answer;
  if (status === 200) {
    transfer.outcome = 'acknowledged';
    transfer.reply = text;
  } else if (status === 422 && text.includes('"InsufficientBalance"')) {
    transfer.outcome = 'refused';
  } else {
    throw new UnexpectedReplyError(`${status} ${text}`);
  }
}
