import type { PayoutOrder, PayoutResult, Rail } from '../rails/rail.ts';
import { createRealRail } from './withdrawals.ts';

/** The fate of a payout: what the rail does, and whether the caller hears of it. */
export type Fate =
  | 'is paid'
  | 'is refused'
  | 'is paid, and the answer is lost'
  | 'is not paid, and there is no answer'
  | 'is paid, and who asked dies'
  | 'is not paid, and who asked dies';

/** A rail that treats each withdrawal as the test decides, and counts the requests to pay it. */
export interface PayoutRail extends Rail {
  /** Applies to all later calls. */
  decide(fate: Fate): void;
  timesAsked(withdrawalId: string): number;
  timesPaid(withdrawalId: string): number;
  /** Rejects the calls that hang, so that their runner can end. */
  bury(): void;
}

export function createPayoutRail(): PayoutRail {
  let fate: Fate = 'is paid';
  const asked: PayoutOrder[] = [];
  const paid: PayoutOrder[] = [];
  const refused = new Set<string>();
  const dead: (() => void)[] = [];
  const countOf = (orders: readonly PayoutOrder[], id: string): number =>
    orders.filter(({ withdrawalId }) => withdrawalId === id).length;
  // A caller that never hears an answer does nothing more, like a killed process.
  const die = () =>
    new Promise<PayoutResult>((_resolve, reject) => dead.push(() => reject(new Error('dead'))));

  async function payOut(order: PayoutOrder): Promise<PayoutResult> {
    asked.push(order);
    const { withdrawalId } = order;
    if (fate.startsWith('is paid')) paid.push(order);
    switch (fate) {
      case 'is paid':
        return { state: 'paid', externalReference: `payment of ${withdrawalId}` };
      case 'is refused':
        refused.add(withdrawalId);
        return { state: 'failed', reason: 'the rail refused it' };
      case 'is paid, and the answer is lost':
      case 'is not paid, and there is no answer':
        throw new Error('the connection was lost');
      case 'is paid, and who asked dies':
      case 'is not paid, and who asked dies':
        return die();
      default:
        return fate satisfies never;
    }
  }

  async function findPayout(withdrawalId: string): Promise<PayoutResult> {
    if (countOf(paid, withdrawalId) > 0) {
      return { state: 'paid', externalReference: `payment of ${withdrawalId}` };
    }
    return refused.has(withdrawalId)
      ? { state: 'failed', reason: 'the rail refused it' }
      : { state: 'unknown' };
  }

  return {
    ...createRealRail({ name: 'sandbox', isSandbox: true, canPayOut: true, payOut, findPayout }),
    decide(next) {
      fate = next;
    },
    timesAsked: (id) => countOf(asked, id),
    timesPaid: (id) => countOf(paid, id),
    bury() {
      for (const end of dead.splice(0)) end();
    },
  };
}
