import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { freeze } from '../../identity/account/freeze.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { createSiblingApp, createTestApp, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { features } from '../features.ts';

const roundCount = 5;
const sendersAtOnce = 8;

let apps: readonly [TestApp, TestApp];

beforeAll(async () => {
  const first = await createTestApp();
  apps = [first, await createSiblingApp(first)];
});
afterAll(async () => {
  await apps[1].close();
  expect((await checkLedger(apps[0].db)).findings).toEqual([]);
  await apps[0].close();
});

/** Sends again and again until it is refused, and counts how often it was not. */
async function sendOn(
  app: TestApp,
  { sender, recipient, sent }: { sender: SignedInPerson; recipient: SignedInPerson; sent: { count: number } },
): Promise<void> {
  for (;;) {
    const { status } = await app.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.user.walletAddress, amount: '0.00000001' },
    });
    if (status !== 200) return;
    sent.count += 1;
  }
}

/** Answers when it was done, by the database's clock. */
async function freezeNow({ db }: TestApp, { user }: SignedInPerson): Promise<Date> {
  await inTransaction(db, async (trx) => {
    await lockPerson(trx, user.id);
    await freeze(trx, features, { userId: user.id, by: 'link' });
  });
  const { rows } = await db.pool.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at ?? new Date(0);
}

test(
  'no transfer begins once a freeze is done, however many are on their way in two processes',
  { timeout: 60_000 },
  async () => {
    const { db } = apps[0];
    const recipient = await makePerson(apps[0]);
    for (let round = 0; round < roundCount; round += 1) {
      const sender = await makePerson(apps[0]);
      await giveMoney(apps[0], sender, 'MRCY', '1');
      // Somebody paid before: nothing of such a transfer waits for the sender's row.
      await db.pool.query(
        `insert into paid_recipient (user_id, address, first_paid_at, is_proved)
       values ($1, $2, now() - interval '2 days', true)`,
        [sender.user.id, recipient.user.walletAddress],
      );
      const sent = { count: 0 };
      const sending = Array.from({ length: sendersAtOnce }, (_none, index) =>
        sendOn(apps[index % 2 === 0 ? 0 : 1], { sender, recipient, sent }),
      );
      await vi.waitFor(() => expect(sent.count).toBeGreaterThan(sendersAtOnce), {
        timeout: 10_000,
        interval: 5,
      });
      const frozenAt = await freezeNow(apps[0], sender);
      await Promise.all(sending);
      const { rows } = await db.pool.query<{ all: number; late: number }>(
        `select count(*)::integer as all, count(*) filter (where created_at > $2)::integer as late
         from wallet_transaction where user_id = $1 and type = 'TRANSFER'`,
        [sender.user.id, frozenAt],
      );
      expect(rows).toEqual([{ all: sent.count, late: 0 }]);
    }
  },
);
