import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { WebhookForgedError, type Webhook, type WebhookSubject } from '../rail.ts';

/** The pretend chain signs its webhooks with HMAC-SHA-256 of the raw body, as payment providers do. */
const sandboxSignatureHeader = 'sandbox-signature';

const bodySchema = z.strictObject({ kind: z.enum(['topup', 'deposit']), externalId: z.string() });

export function signSandboxWebhook(secret: Buffer, subject: WebhookSubject): Webhook {
  const rawBody = Buffer.from(JSON.stringify(subject));
  return { headers: { [sandboxSignatureHeader]: signatureOf(secret, rawBody) }, rawBody };
}

/** @throws WebhookForgedError */
export function readSandboxWebhook(secret: Buffer, { headers, rawBody }: Webhook): WebhookSubject {
  const shown = headers[sandboxSignatureHeader];
  const expected = Buffer.from(signatureOf(secret, rawBody));
  const isRight =
    typeof shown === 'string' &&
    Buffer.byteLength(shown) === expected.length &&
    timingSafeEqual(Buffer.from(shown), expected);
  if (!isRight) throw new WebhookForgedError('the signature of a webhook is not the rail’s');
  return bodySchema.parse(JSON.parse(rawBody.toString('utf8')));
}

function signatureOf(secret: Buffer, rawBody: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}
