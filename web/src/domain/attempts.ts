import { createIntentKeys, sendOnce } from '../api/intent-key.ts';

/** An order to move money or to trade it, as it was first sent. */
export interface Attempt<Order> {
  order: Order;
  /** Above 0, the person wanted another one while the same order had no answer yet. */
  number: number;
}

/** Which of two equal orders the person means, if the first has no answer: asked for in words, since only they know. */
export type MeantOrder = 'first' | 'another';

/**
 * Orders whose answer may be lost. They outlive the dialog and the page: the first is finished under its own key, and so happens
 * once, and only the person's word makes another one. `sameOf` is what makes two orders the same.
 */
export function createAttempts<Order extends object>(
  kind: 'order' | 'transfer' | 'withdrawal',
  sameOf: (order: Order) => object,
) {
  const keys = createIntentKeys(kind);
  const intentOf = ({ order, number }: Attempt<Order>) =>
    number === 0 ? sameOf(order) : { ...sameOf(order), number };
  // Written by `send`, in a tab of this browser. Another version of the page may have kept nothing about it.
  const unanswered = () =>
    keys.unanswered().flatMap(({ about }) => (about === undefined ? [] : [about as Attempt<Order>]));
  const isSame = (one: Order, other: Order) => JSON.stringify(sameOf(one)) === JSON.stringify(sameOf(other));
  const lostLike = (order: Order) => unanswered().filter((lost) => isSame(lost.order, order));
  return {
    /** The last one of all that got no answer. */
    lastLost: (): Order | undefined => unanswered().at(-1)?.order,
    /** The same order was sent before and got no answer. */
    isLost: (order: Order): boolean => lostLike(order).length > 0,
    /** Such an order may have been done already. */
    isAnyLost: (isSuch: (order: Order) => boolean): boolean =>
      unanswered().some(({ order }) => isSuch(order)),
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
