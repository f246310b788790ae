import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { placeOrder } from '@mercury/contract/api/orders.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { changeTogether, type OrderChange } from '../orders/change-together.ts';
import { writePrice, writeQuantity, type MarketTerms } from '../orders/market-terms.ts';
import type { Answer } from '../orders/run-batch.ts';
import { fundHouse, houseId } from './house.ts';
import type { Ladder, Level } from './ladder.ts';
import { amountsOf, planSide, type OwnOrder, type Plan, type Room, type Side } from './plan.ts';
import { findSpendable } from './queries.ts';

type MarketServices = Pick<Services, 'db' | 'exchange'>;

interface MarketQuotes {
  /** Undefined: nothing is quoted now. */
  readonly ladder: Ladder | undefined;
  readonly own: readonly OwnOrder[];
  readonly rooms: Readonly<Record<Side, Room>>;
  /** After a refusal: what does not stand where it should goes, and nothing takes its place. */
  readonly onlyCancels: boolean;
}

export type Quoted = 'unchanged' | 'changed' | 'refused';

const nothing: Ladder = { bids: [], asks: [], tolerance: 0 };

/** Brings the orders of the house in a market to what it wants to quote, in one commit. */
export async function quoteMarket(
  services: MarketServices,
  market: MarketTerms,
  { ladder = nothing, own, rooms, onlyCancels }: MarketQuotes,
): Promise<Quoted> {
  const planOf = (side: Side): Plan => {
    const mine = own.filter((order) => order.side === side);
    const plan = planSide(market, { side, ladder, own: mine, room: rooms[side] });
    return onlyCancels ? cancelOnly(plan) : plan;
  };
  const plans = { BUY: planOf('BUY'), SELL: planOf('SELL') };
  // The side that makes way goes first: no order of the house meets another one.
  const sides: readonly Side[] = isRise(plans.BUY) ? ['SELL', 'BUY'] : ['BUY', 'SELL'];
  const cancelled = sides.flatMap((side) => plans[side].cancelled);
  const changes = [
    ...cancelled.map(({ id }): OrderChange => ({ kind: 'cancel', orderId: id })),
    ...sides.flatMap((side) => changesOf(market, plans[side])),
  ];
  if (changes.length === 0) return 'unchanged';
  for (const side of sides) await fund(services.db, market, side, plans[side]);
  const answers = await changeTogether(services, market, { userId: houseId, changes });
  return isRefused(answers) ? 'refused' : 'changed';
}

/** What traded or ended since it was read is no refusal: the next look begins with what there is. */
function isRefused(answers: readonly Answer[]): boolean {
  const outcomeOf = (answer: Answer) => (answer.kind === 'refused' ? answer.refused.reason : answer.kind);
  const outcomes = answers.map(outcomeOf);
  // Such an order stayed, perhaps in the way of the others.
  if (outcomes.includes('quantity_traded')) return false;
  return outcomes.some((outcome) => outcome !== 'done' && outcome !== 'unknown_order');
}

function cancelOnly({ cancelled, moved }: Plan): Plan {
  return { cancelled: [...cancelled, ...moved.map(({ order }) => order)], moved: [], placed: [] };
}

function isRise({ moved }: Plan): boolean {
  return moved.some(({ order, level }) => level.price > order.price);
}

function changesOf(market: MarketTerms, { moved, placed }: Plan): OrderChange[] {
  return [
    ...moved.map(({ order, level }): OrderChange => ({
      kind: 'amend',
      orderId: order.id,
      price: level.price,
      quantity: order.filled + level.lots,
    })),
    ...placed.map(({ side, level }): OrderChange => ({ kind: 'place', input: inputOf(market, side, level) })),
  ];
}

function inputOf(market: MarketTerms, side: Side, { price, lots }: Level): BodyOf<typeof placeOrder> {
  return {
    market: market.symbol,
    side,
    type: 'LIMIT',
    price: writePrice(market, price),
    quantity: writeQuantity(market, lots),
    postOnly: true,
  };
}

/** So much at once that it is seldom needed: each time is a transfer in the books. */
async function fund(
  db: Database,
  market: MarketTerms,
  side: Side,
  { cancelled, moved, placed }: Plan,
): Promise<void> {
  const spentBy = (level: Level): bigint => amountsOf(market, level)[side === 'BUY' ? 'quote' : 'base'];
  const sumOf = (levels: readonly Level[]): bigint => levels.reduce((sum, level) => sum + spentBy(level), 0n);
  const presentOf = ({ price, remaining }: OwnOrder): Level => ({ price, lots: remaining });
  const needed = sumOf([...moved, ...placed].map(({ level }) => level));
  if (needed === 0n) return;
  const freed = sumOf([...cancelled, ...moved.map(({ order }) => order)].map(presentOf));
  const asset = side === 'BUY' ? market.quote : market.base;
  const short = needed - freed - (await findSpendable(db, asset));
  if (short > 0n) await fundHouse(db, { asset, units: short + needed });
}
