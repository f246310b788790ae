import { parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../db/database.ts';
import { openSecretBox } from '../encryption.ts';
import { sandboxWebhookSecret } from '../rails/create-rail.ts';
import { signSandboxWebhook } from '../rails/sandbox/webhook.ts';
import { confirmPayment, sendPayment } from '../rails/sandbox/chain.ts';
import type { TestApp, TestReply } from './app.ts';
import type { SignedInPerson } from './person.ts';

/** The outside world of the sandbox rail, driven by hand: no webhook comes and no block is found unless a test says so. */
export interface PretendChain {
  pay(target: { address: string; memo?: string }, asset: AssetCode, amount: string): Promise<string>;
  confirm(paymentId: string, blockCount: number): Promise<void>;
  drop(paymentId: string): Promise<void>;
  /** Sends a signed webhook to this process or another one, which must accept it. */
  tell(paymentId: string, app?: TestApp): Promise<void>;
  /** The same with a wrong signature. */
  forge(paymentId: string, signature: string): Promise<TestReply>;
}

export async function openPretendChain(testApp: TestApp): Promise<PretendChain> {
  const { pool } = testApp.db;
  const secret = sandboxWebhookSecret(await openSecretBox(testApp.config, testApp.db));
  const sign = (externalId: string) => signSandboxWebhook(secret, { kind: 'deposit', externalId });
  return {
    async pay({ address, memo = '' }, asset, text) {
      const amount = parseAmount(asset, text);
      if (amount === undefined) throw new Error(`${text} is no amount in ${asset}`);
      return sendPayment(pool, { target: { address, memo }, amount });
    },
    confirm: (paymentId, blockCount) => confirmPayment(pool, { paymentId, blockCount }),
    drop: (paymentId) => dropPayment(pool, paymentId),
    async tell(paymentId, app = testApp) {
      const { headers, rawBody } = sign(paymentId);
      const reply = await sendWebhook(app, headers, rawBody);
      if (reply.status !== 200) throw new Error(`a webhook was refused: ${JSON.stringify(reply.body)}`);
    },
    forge: (paymentId, signature) =>
      sendWebhook(testApp, { 'sandbox-signature': signature }, sign(paymentId).rawBody),
  };
}

/** The chain drops a payment that is not final, as after a double spend or a reorganisation. */
export async function dropPayment(pool: Database['pool'], paymentId: string): Promise<void> {
  await pool.query(
    `update sandbox_payment set has_failed = true, confirmations = 0
      where id = $1 and confirmations < confirmations_needed`,
    [paymentId],
  );
}

export async function sendWebhook(
  { app }: TestApp,
  headers: ReturnType<typeof signSandboxWebhook>['headers'],
  payload: Buffer,
): Promise<TestReply> {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/rails/sandbox/webhook',
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

export async function depositAddressOf(
  testApp: TestApp,
  person: SignedInPerson,
  asset: AssetCode,
): Promise<{ address: string; memo: string }> {
  const reply = await testApp.call('GET', `/wallets/deposit/address?currency=${asset}`, {
    token: person.token,
  });
  if (reply.status !== 200) throw new Error(`no address was given: ${JSON.stringify(reply.body)}`);
  const { address, memo = '' } = reply.body;
  return { address, memo };
}
