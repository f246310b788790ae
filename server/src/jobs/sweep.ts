import { limits } from '@mercury/contract/limits.ts';
import { forgetAllUnproved } from '../features/auth/forget-unproved.ts';
import { forgetIdempotencyKeys } from '../ledger/ledger.ts';
import { forgetOrigins } from '../features/trade/trade-origin.ts';
import { securityParameters } from '../security-parameters.ts';
import type { Services } from '../services.ts';

// A mail's row says that it was sent, and to whom; what it said was forgotten then.
const sentMailKeptDays = 30;
const unsentMailKeptDays = 7;
const noticesKeptDays = 180;

// What came of a quote is a trade, which stays.
const quotesKeptHours = 24;

/** Nothing of these counts once it has expired. */
const expiringTables = ['account_link', 'passkey_challenge', 'password_reset', 'sign_in_challenge'] as const;

/** Removes what is kept for a time only, and would otherwise grow for ever. */
export async function sweep({ db, events }: Pick<Services, 'db' | 'events'>): Promise<void> {
  await forgetIdempotencyKeys(db, limits.idempotencyKeptMs);
  await db.pool.query('delete from session where idle_expires_at < now() or absolute_expires_at < now()');
  for (const table of expiringTables) await db.pool.query(`delete from ${table} where expires_at < now()`);
  await db.pool.query('delete from quote where expires_at < now() - make_interval(hours => $1)', [
    quotesKeptHours,
  ]);
  // An address that waits to replace another no longer does; a registration goes with its account.
  await db.pool.query(
    `delete from email_verification where purpose = 'email-change' and token_expires_at < now()`,
  );
  await db.pool.query(
    'delete from failed_password where last_failed_at < now() - make_interval(hours => $1)',
    [securityParameters.wrongPassword.forgottenAfterHours],
  );
  await db.pool.query('delete from known_device where last_used_at < now() - make_interval(days => $1)', [
    securityParameters.knownDeviceDays,
  ]);
  await db.pool.query('delete from security_event where created_at < now() - make_interval(days => $1)', [
    securityParameters.securityEventsKeptDays,
  ]);
  await db.pool.query('delete from contact_message where created_at < now() - make_interval(days => $1)', [
    securityParameters.contactMessagesKeptDays,
  ]);
  await db.pool.query('delete from notice where created_at < now() - make_interval(days => $1)', [
    noticesKeptDays,
  ]);
  await db.pool.query('delete from outgoing_mail where sent_at < now() - make_interval(days => $1)', [
    sentMailKeptDays,
  ]);
  // Given up by the queue some days ago; what it said, codes and links among it, is not kept for nobody.
  await db.pool.query(
    'delete from outgoing_mail where sent_at is null and created_at < now() - make_interval(days => $1)',
    [unsentMailKeptDays],
  );
  await db.pool.query('delete from rate_limit where expire < extract(epoch from now()) * 1000');
  await forgetOrigins(db);
  await forgetAllUnproved({ db, events });
}
