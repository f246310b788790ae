/**
 * How fast the order book is, against the fastest one of npm, on the same commands in turn. Both return what happened; ours also
 * checks funds, limits, price range and self-trades. The ratio is what counts.
 */
import { type Command, type Context, apply, createBook } from '../server/src/matching/book.ts';
import { OrderBook, Side } from 'nodejs-order-book';
import { compare, quantile, type Run } from './measure.ts';

const openingCount = 2_000;
const commandCount = 200_000;
const midPrice = 100_000;
/** Resting orders are spread evenly over as many prices on each side; crossing ones take any of them. */
const span = 100;
const people = Array.from({ length: 500 }, (_, index) => `person ${index}`);

interface Mix {
  readonly title: string;
  readonly cancelShare: number;
  /** Of all commands. */
  readonly crossingShare: number;
}

const mixes: readonly Mix[] = [
  { title: 'order book, a market maker: 45 % cancels, 6 % crossing', cancelShare: 0.45, crossingShare: 0.06 },
  { title: 'order book, half of all orders crossing', cancelShare: 0, crossingShare: 0.5 },
];

/** What both understand. */
type Step =
  | { readonly kind: 'cancel'; readonly orderId: string; readonly personId: string }
  | {
      readonly kind: 'place';
      readonly orderId: string;
      readonly personId: string;
      readonly side: 'BUY' | 'SELL';
      readonly price: number;
      readonly quantity: number;
    };

function stepsOf({ cancelShare, crossingShare }: Mix): Step[] {
  // A linear congruential generator, so that every run has the same commands.
  let state = 20_260_101;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const resting: { orderId: string; personId: string }[] = [];
  return Array.from({ length: openingCount + commandCount }, (_, index): Step => {
    const isOpening = index < openingCount;
    if (!isOpening && random() < cancelShare && resting.length > 0) {
      const at = Math.floor(random() * resting.length);
      const [order] = resting.splice(at, 1);
      if (order !== undefined) return { kind: 'cancel', ...order };
    }
    const orderId = `0198c0de-0000-7000-8000-${index.toString().padStart(12, '0')}`;
    const isBuy = random() < 0.5;
    const isCrossing = !isOpening && random() < crossingShare / (1 - cancelShare);
    const distance = isCrossing ? -span : 1 + Math.floor(span * random());
    // Who takes never makes: the other book knows no self-trade.
    const half = people.length / 2;
    const personId = people[Math.floor(random() * half) + (isCrossing ? half : 0)] ?? '';
    if (!isCrossing) resting.push({ orderId, personId });
    return {
      kind: 'place',
      orderId,
      personId,
      side: isBuy ? 'BUY' : 'SELL',
      price: midPrice + (isBuy ? -distance : distance),
      quantity: 1 + Math.floor(random() * 100),
    };
  });
}

/** A new text, as it comes out of a parser. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}

/** Calls are made from what has just arrived, as a batch is, and not from a list that no cache holds. */
const batchSize = 1_000;

/**
 * Every command once with a clock at each, which warms up as well, and once more for the rate. The rate is by the processor's
 * time, the collector's included: a function waits for nothing, and other programs hardly slow it.
 */
function runOf<Input>(
  steps: readonly Step[],
  { toInput, open }: { toInput: (step: Step) => Input; open: () => (input: Input) => unknown },
): Run {
  const runBatches = (callBatch: (inputs: readonly Input[]) => void): void => {
    for (let first = 0; first < steps.length; first += batchSize) {
      callBatch(steps.slice(first, first + batchSize).map(toInput));
    }
  };
  const latenciesMs: number[] = [];
  let call = open();
  runBatches((inputs) => {
    for (const input of inputs) {
      const calledAt = performance.now();
      call(input);
      latenciesMs.push(performance.now() - calledAt);
    }
  });
  call = open();
  let usedUs = 0;
  runBatches((inputs) => {
    const before = process.cpuUsage();
    for (const input of inputs) call(input);
    const { user, system } = process.cpuUsage(before);
    usedUs += user + system;
  });
  latenciesMs.sort((one, other) => one - other);
  return {
    perSecond: (steps.length * 1_000_000) / usedUs,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

const context: Context = {
  now: 0,
  state: 'open',
  referencePrice: midPrice,
  priceMin: midPrice * 0.9,
  priceMax: midPrice * 1.1,
  spendable: 10n ** 30n,
  stopsMax: 100,
  expiriesMax: 1_000,
  fillsMax: 1_000,
};

function toCommand(step: Step): Command {
  const orderId = flat(step.orderId);
  if (step.kind === 'cancel') return { kind: 'cancel', orderId, personId: step.personId };
  return {
    kind: 'place',
    order: {
      orderId,
      personId: step.personId,
      side: step.side,
      price: step.price,
      quantity: step.quantity,
      type: 'limit',
      selfTrade: 'expire_taker',
      makerFeePpm: 1000,
      takerFeePpm: 2000,
      timeInForce: 'GTC',
      isPostOnly: false,
      expiresAt: undefined,
    },
  };
}

function openOurs(): (command: Command) => unknown {
  const book = createBook({ baseUnitsPerLot: 1000n, quoteUnitsPerTickLot: 1n });
  return (command) => apply(book, command, context);
}

type PeerInput = string | { id: string; side: Side; price: number; size: number };

function toPeerInput(step: Step): PeerInput {
  if (step.kind === 'cancel') return flat(step.orderId);
  const { orderId, side, price, quantity } = step;
  return { id: flat(orderId), side: side === 'BUY' ? Side.BUY : Side.SELL, price, size: quantity };
}

function openPeer(): (input: PeerInput) => unknown {
  const book = new OrderBook();
  return (input) => (typeof input === 'string' ? book.cancel(input) : book.limit(input));
}

for (const mix of mixes) {
  const steps = stepsOf(mix);
  await compare(mix.title, [
    { name: 'nodejs-order-book', run: async () => runOf(steps, { toInput: toPeerInput, open: openPeer }) },
    { name: 'ours', run: async () => runOf(steps, { toInput: toCommand, open: openOurs }) },
  ]);
}
