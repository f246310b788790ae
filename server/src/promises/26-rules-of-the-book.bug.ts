export const bug = {
  file: 'server/src/features/orders/order-changes.ts',
  find: '  change.seq = order.seq;\n}',
  replace: '}',
  why: 'an order that was amended gets its former place back, before those who came earlier, once a book is read anew',
  caughtBy: ['random commands over HTTP do what a book without any cleverness does'],
};
