import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { openSecretBox } from '../../encryption.ts';
import { sandboxWebhookSecret } from '../../rails/create-rail.ts';
import type { Webhook } from '../../rails/rail.ts';
import { signSandboxWebhook } from '../../rails/sandbox/webhook.ts';
import { confirmPayment } from '../../rails/sandbox/chain.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { balanceOf, chainPaymentsOf, openTestTopUp, topUpIdOf, type TestTopUp } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;
let topUp: TestTopUp;
let webhook: Webhook;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
  topUp = await openTestTopUp(testApp, person, '57');
  await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, { body: { currency: 'BTC' } });
  for (const { id: paymentId, confirmationsNeeded } of await chainPaymentsOf(testApp, topUp)) {
    await confirmPayment(testApp.db.pool, { paymentId, blockCount: confirmationsNeeded });
  }
  const secret = sandboxWebhookSecret(await openSecretBox(testApp.config, testApp.db));
  webhook = signSandboxWebhook(secret, { kind: 'topup', externalId: await topUpIdOf(testApp, topUp) });
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function post({ headers, rawBody }: Webhook, rail = 'sandbox', contentType = 'application/json') {
  const reply = await testApp.app.inject({
    method: 'POST',
    url: `/v1/rails/${rail}/webhook`,
    headers: { ...headers, 'content-type': contentType },
    payload: rawBody,
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe('a webhook', () => {
  it('is answered once its effect is there', async () => {
    expect(await post(webhook)).toEqual({ status: 200, body: { success: true } });
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it('has one effect, however often it comes at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(webhook)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balanceOf(testApp, person)).toBe('100.00000000');
  });

  it.each([
    ['without a signature', (): Webhook => ({ ...webhook, headers: {} })],
    ['with a wrong one', (): Webhook => ({ ...webhook, headers: { 'sandbox-signature': 'sha256=00' } })],
    [
      'with one of as many characters but more bytes',
      (): Webhook => ({ ...webhook, headers: { 'sandbox-signature': `sha256=${'é'.repeat(64)}` } }),
    ],
    [
      'with that of another body',
      (): Webhook => ({ ...webhook, rawBody: Buffer.from(`${webhook.rawBody.toString()} `) }),
    ],
    ['without a body', (): Webhook => ({ ...webhook, rawBody: Buffer.alloc(0) })],
  ])('%s is refused with 403 and has no effect', async (_name, forge) => {
    const reply = await post(forge());
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 403,
      error: 'WebhookForged',
    });
    const { rows } = await testApp.db.pool.query(
      `select from wallet_transaction where id = $1 and status = 'PENDING'`,
      [topUp.transactionId],
    );
    expect(rows).toHaveLength(1);
  });

  it('is read by its bytes, whatever it says to be', async () => {
    expect((await post(webhook, 'sandbox', 'text/plain')).status).toBe(200);
  });

  it('for a rail that is not in use is 404', async () => {
    for (const rail of ['btcpay', 'unknown', '%2e%2e']) expect((await post(webhook, rail)).status).toBe(404);
  });

  it('longer than any of a rail is refused unread', async () => {
    const reply = await post({ ...webhook, rawBody: Buffer.alloc(16 * 1024 + 1) });
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 413,
      error: 'PayloadTooLarge',
    });
  });
});
