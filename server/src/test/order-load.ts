import { endpoints } from '@mercury/contract/api/index.ts';
import { errorReply } from '@mercury/contract/api/error-reply.ts';
import { answerTo, createCrashLoad, UnexpectedReplyError, type Asked, type CrashLoad } from './crash-load.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Caller } from './signed-in-people.ts';

/** An order, and everything that its client knows of it. */
export interface AskedOrder extends Asked {
  readonly kind: 'place';
  readonly person: Caller;
  readonly terms: OrderTerms;
  /** As it was told. */
  id: string | undefined;
  isOpen: boolean;
}

export interface OrderTerms {
  readonly clientOrderId: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly quantity: string;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  readonly selfTrade: 'expire_taker' | 'expire_maker' | 'expire_both' | 'decrement';
}

/** A cancellation. Refused: it was over before, or an earlier try without an answer has cancelled it. */
interface AskedCancellation extends Asked {
  readonly kind: 'cancel';
  readonly person: Caller;
  readonly id: string;
}

export interface OrderLoad extends CrashLoad {
  readonly asked: readonly (AskedOrder | AskedCancellation)[];
}

const market = 'MRCY-USD';

/** Orders that meet often and rest often, and cancellations of orders that were acknowledged. */
export function createOrderLoad(options: {
  origins: () => readonly string[];
  recovery: () => Promise<void>;
  people: readonly [Caller, ...Caller[]];
  random: SeededRandom;
}): OrderLoad {
  const { people, random } = options;
  const asked: (AskedOrder | AskedCancellation)[] = [];
  const known: { person: Caller; id: string }[] = [];
  let named = 0;

  function next(): AskedOrder | AskedCancellation {
    const chosen = random.below(10) < 3 ? known[random.below(known.length)] : undefined;
    const command =
      chosen === undefined
        ? nextOrder()
        : ({ kind: 'cancel', person: chosen.person, id: chosen.id, outcome: 'unknown' } as const);
    asked.push(command);
    return command;
  }

  function nextOrder(): AskedOrder {
    named += 1;
    return {
      kind: 'place',
      person: random.pick(people),
      terms: {
        clientOrderId: `order-${named}`,
        side: random.pick(['BUY', 'SELL']),
        price: `0.${5600 + 10 * random.below(20)}`,
        quantity: (1 + random.below(5000) / 100).toFixed(2),
        timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
        selfTrade: random.pick(['expire_taker', 'expire_maker', 'expire_both', 'decrement']),
      },
      id: undefined,
      isOpen: false,
      outcome: 'unknown',
    };
  }

  async function ask(origin: string, command: AskedOrder | AskedCancellation): Promise<void> {
    if (command.kind === 'cancel') return askToCancel(origin, command);
    await askForOrder(origin, command);
    if (command.isOpen && command.id !== undefined) known.push({ person: command.person, id: command.id });
  }

  return { asked, ...createCrashLoad({ ...options, next, asked, ask }) };
}

/** As a bot does it: always under the same name. */
export async function askForOrder(origin: string, order: AskedOrder): Promise<void> {
  const answer = await answerTo(`${origin}/v1/orders`, {
    method: 'POST',
    token: order.person.token,
    body: { market, type: 'LIMIT', ...order.terms },
  });
  if (answer === undefined) return;
  if (answer.status === 201) {
    order.outcome = 'acknowledged';
    const told = endpoints.placeOrder.reply.parse(JSON.parse(answer.text)).order;
    order.id = told.id;
    order.isOpen = told.status === 'OPEN';
  } else {
    order.outcome = refusalOf(answer, ['InsufficientBalance', 'TooManyOpenOrders']);
  }
}

async function askToCancel(origin: string, cancellation: AskedCancellation): Promise<void> {
  const answer = await answerTo(`${origin}/v1/orders/${cancellation.id}`, {
    method: 'DELETE',
    token: cancellation.person.token,
  });
  if (answer === undefined) return;
  // An order that was lost is not found: the suite says so once all is told.
  cancellation.outcome =
    answer.status === 200 ? 'acknowledged' : refusalOf(answer, ['OrderNotOpen', 'NotFound']);
}

function refusalOf({ status, text }: { status: number; text: string }, codes: readonly string[]): 'refused' {
  const { error } = errorReply.parse(JSON.parse(text));
  if (!codes.includes(error)) throw new UnexpectedReplyError(`${status} ${text}`);
  return 'refused';
}
