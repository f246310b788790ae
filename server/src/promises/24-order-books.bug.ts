const load = ['orders come at two processes while connections are cut, and each is answered'];

export const bugs = [
  {
    file: 'server/src/db/migrations/0013-order-books.sql',
    find: 'remaining, -1)::reservation_change',
    replace: 'remaining, 0)::reservation_change',
    why: 'what an order had reserved stays reserved once it has traded or was cancelled',
    after: load,
    caughtBy: ['what is reserved is what open orders can spend'],
  },
  {
    file: 'server/src/features/orders/run-batch.ts',
    find: 'applyEvents(copy.book, events);',
    replace: 'copy.book.seq = seq;',
    why: 'a process goes on with its copy of the book, without what the other process did in between',
    after: load,
    caughtBy: [
      'the book is never crossed, and nobody passed by, trading with themselves or outside the price range',
    ],
  },
  {
    file: 'server/src/matching/order.ts',
    find: "side === 'BUY' ? price >= makerPrice",
    replace: "side === 'BUY' ? price > makerPrice",
    why: 'a buyer at the very price that is asked stands beside the seller, and the two do not trade',
    after: load,
    caughtBy: [
      'the book is never crossed, and nobody passed by, trading with themselves or outside the price range',
    ],
  },
  {
    file: 'server/src/features/orders/trade-postings.ts',
    find: `amounts.quote - sellerFee);
    add(house(base), buyerFee);
    add(house(quote), sellerFee);`,
    replace: `amounts.quote - sellerFee + 1n);
    add(house(base), buyerFee);
    add(house(quote), sellerFee - 1n);`,
    why: 'the last unit of a fee stays with the seller, though the fill says that it was paid',
    after: load,
    caughtBy: ['each fill has its transfer and the reverse, and no unit of money is gained or lost'],
  },
];
