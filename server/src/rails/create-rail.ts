import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { SecretBox } from '../encryption.ts';
import { createBtcpayRail } from './btcpay/rail.ts';
import type { Rail } from './rail.ts';
import { createSandboxRail } from './sandbox/rail.ts';

export function sandboxWebhookSecret(secretBox: SecretBox): Buffer {
  return secretBox.deriveKey('sandbox webhooks');
}

export function createRail(options: { config: Config; db: Database; secretBox: SecretBox }): Rail {
  const { config, db, secretBox } = options;
  const { btcpay, publicUrl } = config;
  if (btcpay !== undefined) return createBtcpayRail({ settings: btcpay, publicUrl });
  return createSandboxRail({ publicUrl, db, webhookSecret: sandboxWebhookSecret(secretBox) });
}
