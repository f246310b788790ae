export const bug = {
  file: 'server/src/db/migrations/0013-order-books.sql',
  find: 'remaining, -1)::reservation_change',
  replace: 'remaining, 0)::reservation_change',
  why: 'what an order had reserved stays reserved once it has traded or was cancelled',
  caughtBy: ['orders under cut connections, in two processes: nothing is lost, doubled or crossed'],
};
