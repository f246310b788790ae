import { endpoints } from '@mercury/contract/api/index.ts';
import { securityEventKinds, type SecurityEventKind } from '@mercury/contract/api/security.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { recordSecurityEvent } from '../../identity/events/security-events.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { makeFundedPerson } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail } from '../../test/withdrawals.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let stranger: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({}, { rail: createRealRail() });
  [sender, stranger] = await Promise.all([makeFundedPerson(testApp, '100'), makePerson(testApp)]);
});
afterAll(() => testApp.close());

/** Whoever was paid without a proof stays new, so each transfer is like the first. */
async function isPausedAfter(kind: SecurityEventKind): Promise<boolean> {
  await testApp.ownerDb.pool.query('delete from security_event where user_id = $1', [sender.user.id]);
  await inTransaction(testApp.db, (trx) =>
    recordSecurityEvent(trx, sender.user.id, { kind, actor: 'person' }),
  );
  const reply = await testApp.call('POST', '/wallets/transfer', {
    token: sender.token,
    body: { recipientAddress: stranger.user.walletAddress, amount: '0.01' },
  });
  if (reply.status !== 200) return refused(reply).error === 'TransferPaused';
  succeeded(endpoints.transfer, reply);
  return false;
}

test('whatever changes who can get in pauses transfers to strangers, and nothing else that happens does', async () => {
  const pausing: SecurityEventKind[] = [];
  for (const kind of securityEventKinds) if (await isPausedAfter(kind)) pausing.push(kind);
  expect(pausing).toEqual([
    'password_reset',
    'email_changed',
    'email_change_undone',
    'two_factor_enabled',
    'two_factor_disabled',
    'two_factor_renewed',
  ]);
});
