/**
 * How fast the order book is, against the fastest one of npm, on the same commands in turn. Both return what happened; ours also
 * checks funds, limits, price range and self-trades. The ratio is what counts.
 */
import { type Command, type Context, apply, createBook } from '../server/src/matching/book.ts';
import { OrderBook, Side } from 'nodejs-order-book';
import { compare, quantile, type Run } from './measure.ts';

const openingCount = 2_000;
const commandCount = 100_000;
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
    const orderId = flat(`0198c0de-0000-7000-8000-${index.toString().padStart(12, '0')}`);
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

/** As it comes out of a parser, and not as two halves that are put together at their first use. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * Every command once for the rate, and once more with a clock at each. The rate is by the processor's time, the collector's
 * included: a function waits for nothing, and other programs don't slow it.
 */
function runOf<Input>(inputs: readonly Input[], open: () => (input: Input) => unknown): Run {
  const runAll = (begin: () => void, call: (input: Input) => unknown): void => {
    inputs.forEach((input, index) => {
      if (index === openingCount) begin();
      call(input);
    });
  };
  let usageBefore = process.cpuUsage();
  runAll(() => (usageBefore = process.cpuUsage()), open());
  const { user, system } = process.cpuUsage(usageBefore);
  const perSecond = (commandCount * 1_000_000) / (user + system);
  const call = open();
  const latenciesMs: number[] = [];
  runAll(
    () => (latenciesMs.length = 0),
    (input) => {
      const calledAt = performance.now();
      call(input);
      latenciesMs.push(performance.now() - calledAt);
    },
  );
  latenciesMs.sort((one, other) => one - other);
  return { perSecond, p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99) };
}

const context: Context = {
  now: 0,
  state: 'open',
  referencePrice: midPrice,
  priceMin: midPrice * 0.9,
  priceMax: midPrice * 1.1,
  spendable: 10n ** 30n,
  stopsMax: 100,
};

function toCommand(step: Step): Command {
  if (step.kind === 'cancel') return step;
  return {
    kind: 'place',
    order: {
      ...step,
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
  if (step.kind === 'cancel') return step.orderId;
  const { orderId, side, price, quantity } = step;
  return { id: orderId, side: side === 'BUY' ? Side.BUY : Side.SELL, price, size: quantity };
}

function openPeer(): (input: PeerInput) => unknown {
  const book = new OrderBook();
  return (input) => (typeof input === 'string' ? book.cancel(input) : book.limit(input));
}

for (const mix of mixes) {
  const steps = stepsOf(mix);
  const commands = steps.map(toCommand);
  const peerInputs = steps.map(toPeerInput);
  await compare(mix.title, [
    { name: 'nodejs-order-book', run: async () => runOf(peerInputs, openPeer) },
    { name: 'ours', run: async () => runOf(commands, openOurs) },
  ]);
}
