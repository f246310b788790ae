import type { PayoutOrder, PayoutResult, Rail } from '../rails/rail.ts';
import { createRealRail } from './withdrawals.ts';

/** What becomes of a payout: what the rail does, and whether whoever asked hears of it. */
export type Fate =
  | 'is paid'
  | 'is refused'
  | 'is paid, and the answer is lost'
  | 'is not paid, and there is no answer'
  | 'is paid, and who asked dies'
  | 'is not paid, and who asked dies';

/** A rail that does to each withdrawal what the test says, and counts how often it was asked to pay it. */
export interface PayoutRail extends Rail {
  /** For all that is asked from now on. */
  decide(fate: Fate): void;
  timesAsked(withdrawalId: string): number;
  timesPaid(withdrawalId: string): number;
  /** Lets go of those who died over it, so that what runs them can end. */
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
  // Whoever hears nothing for ever does nothing more, as one that was killed.
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
