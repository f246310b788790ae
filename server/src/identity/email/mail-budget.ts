import { createHash } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { customerNetworkOf } from '../../http/network-address.ts';
import { countRecentMails } from '../../mail/enqueue-mail.ts';
import { hashToken } from '../secrets/tokens.ts';

interface MailToCount {
  readonly template: 'reset-password' | 'verify-email';
  readonly email: string;
  /** Of whoever asks for it. */
  readonly networkAddress: string;
  /** Of the browser that asks, where it signed in to the account before: then its network makes no difference. */
  readonly knownDevice?: string | undefined;
}

interface MailsPerHour {
  readonly perNetworkMax: number;
  readonly max: number;
}

const hourMs = 60 * 60 * 1000;

/**
 * Whether an address may be sent one more mail that anybody can ask for, which counts it. From each network there are a few
 * an hour, so that a stranger takes none of the owner's; from all together there are more, and no more. The caller holds
 * the email's lock.
 */
export async function takeMail(trx: Transaction, mail: MailToCount, perHour: MailsPerHour): Promise<boolean> {
  if ((await countRecentMails(trx, mail)) >= perHour.max) return false;
  return (await countAsked(trx, mail)) <= perHour.perNetworkMax;
}

/** With this one. Kept beside the limits of calls, and swept with them. */
async function countAsked(trx: Transaction, mail: MailToCount): Promise<number> {
  const now = Date.now();
  const { points } = one(
    await trx.client.query<{ points: number }>(
      `insert into rate_limit as counted (key, points, expire) values ($1, 1, $3)
       on conflict (key) do update
       set points = case when counted.expire > $2 then counted.points + 1 else 1 end,
           expire = case when counted.expire > $2 then counted.expire else excluded.expire end
       returning points`,
      [keyOf(mail), now, now + hourMs],
    ),
  );
  return points;
}

function keyOf({ template, email, networkAddress, knownDevice }: MailToCount): string {
  const emailHash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  const asker =
    knownDevice === undefined ? customerNetworkOf(networkAddress) : hashToken(knownDevice).toString('hex');
  return `mail:${template}:${emailHash}:${asker}`;
}
