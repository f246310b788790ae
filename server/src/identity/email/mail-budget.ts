import { createHash } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { customerNetworkOf } from '../../http/network-address.ts';
import { countRecentMails } from '../../mail/enqueue-mail.ts';
import { hashToken } from '../secrets/tokens.ts';

interface MailToCount {
  readonly template: 'reset-password' | 'verify-email';
  readonly email: string;
  /** Of the caller. */
  readonly networkAddress: string;
  /** Of the caller's browser, if it signed in to the account before. Its network then makes no difference. */
  readonly knownDevice?: string | undefined;
}

interface MailsPerHour {
  readonly perNetworkMax: number;
  readonly max: number;
}

const hourMs = 60 * 60 * 1000;

/**
 * Counts a mail that anyone can request, and returns whether it may be sent. The bound per network keeps a stranger from
 * using up the owner's mails; the higher bound limits all networks together. The caller holds the email's lock.
 */
export async function takeMail(trx: Transaction, mail: MailToCount, perHour: MailsPerHour): Promise<boolean> {
  if ((await countRecentMails(trx, mail)) >= perHour.max) return false;
  return (await countAsked(trx, mail)) <= perHour.perNetworkMax;
}

/** Includes this mail. The table of rate limits holds the count, and its sweep removes it. */
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
