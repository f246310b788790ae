export const bug = {
  file: 'server/src/features/orders/run-batch.ts',
  find: '    const reading = await readBook(trx, {',
  replace:
    "    await trx.client.query('set local synchronous_commit = off');\n    const reading = await readBook(trx, {",
  why: 'orders are answered before they are on the disk, so that the last of them are lost with the database',
  after: ['whatever is killed, each order is settled by asking again'],
  caughtBy: ['no order that was acknowledged is lost, doubled or another'],
};
