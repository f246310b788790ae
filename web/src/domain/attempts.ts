import { createIntentKeys, sendOnce } from '../api/intent-key.ts';

/** An order to move money, as it was first sent. */
export interface Attempt<Order> {
  order: Order;
  /** Above 0, the person wanted another one while the same order had no answer yet. */
  number: number;
}

/** Which of two equal orders the person means, if the first has no answer: asked for in words, since only they know. */
export type MeantOrder = 'first' | 'another';

/**
 * Orders whose answer may be lost. They outlive the dialog and the page: the first is finished under its own key, and so happens
 * once, and only the person's word makes another one. `sameOf` is what makes two orders the same money.
 */
export function createAttempts<Order extends { currency?: string | undefined; amount: string }>(
  kind: 'transfer' | 'withdrawal',
  sameOf: (order: Order) => object,
) {
  const keys = createIntentKeys(kind);
  const intentOf = ({ order, number }: Attempt<Order>) =>
    number === 0 ? sameOf(order) : { ...sameOf(order), number };
  // Written by `send`, in a tab of this browser.
  const unanswered = () => keys.unanswered().map(({ about }) => about as Attempt<Order>);
  const isSame = (one: Order, other: Order) => JSON.stringify(sameOf(one)) === JSON.stringify(sameOf(other));
  const lostLike = (order: Order) => unanswered().filter((lost) => isSame(lost.order, order));
  return {
    /** The last one of all that got no answer. */
    lastLost: (): Order | undefined => unanswered().at(-1)?.order,
    /** The same order was sent before and got no answer. */
    isLost: (order: Order): boolean => lostLike(order).length > 0,
    /** So much may have left the balance already, to whomever. */
    mayHaveLeft: (currency: string, amount: string): boolean =>
      unanswered().some(({ order }) => order.currency === currency && order.amount === amount),
    /** What to send. Undefined if the person must say first which one they mean. */
    choose(order: Order, meant: MeantOrder | undefined): Attempt<Order> | undefined {
      const lost = lostLike(order);
      if (lost.length === 0) return { order, number: 0 };
      if (meant === 'first') return lost.at(-1);
      return meant === 'another'
        ? { order, number: 1 + Math.max(...lost.map(({ number }) => number)) }
        : undefined;
    },
    send: <Reply>(attempt: Attempt<Order>, call: (idempotencyKey: string) => Promise<Reply>) =>
      sendOnce(keys, intentOf(attempt), call, attempt),
  };
}
