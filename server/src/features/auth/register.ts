import { randomBytes } from 'node:crypto';
import { addressByteCount, encodeAddress } from '@mercury/contract/money/address.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { register as registerEndpoint } from '@mercury/contract/api/auth.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import { openCustomerAccounts } from '../../ledger/ledger.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import { findUserByEmail, type UserRow } from '../users/find-user.ts';
import { inEvenTime } from './even-time.ts';
import { issueVerification } from './issue-verification.ts';
import { hashPassword } from './password.ts';

// Well above a password's hash and the longer of the two transactions.
const durationMsMin = 300;

/** The date that the legal pages carry: which terms a ticked box agreed to. */
const termsVersion = '2023-05-01';

// Somebody's mailbox is not to be filled by strangers who type its address.
const takenMailsPerHourMax = 3;

/**
 * Opens an account that waits for its email to be proved. Where the email has an account already, the caller sees and
 * waits for the same: the owner is told by mail, and the username is kept as if it had been given away.
 * @throws DomainError UsernameTaken
 */
export async function register(
  db: Database,
  input: BodyOf<typeof registerEndpoint>,
  context: RequestContext,
): Promise<void> {
  await inEvenTime(durationMsMin, async () => {
    const passwordHash = await hashPassword(input.password);
    await inTransaction(db, async (trx) => {
      await refuseTakenUsername(trx, input.username);
      const user = await insertUser(trx, {
        username: input.username,
        email: input.email,
        passwordHash,
        locale: input.locale ?? context.locale,
        hasAcceptedTerms: input.acceptedTerms ?? false,
      });
      if (user === undefined) {
        await reserveUsername(trx, input.username);
        await tellOwner(trx, input.email);
        return;
      }
      await openCustomerAccounts(trx, user.id, [coinCode]);
      await issueVerification(trx, user);
    });
  });
}

// The first half of the key of an advisory lock: a namespace of our own, by an arbitrary number.
const usernameLock = 6230571;

async function refuseTakenUsername(trx: Transaction, username: string): Promise<void> {
  // Those who register one name at once take turns. Otherwise a taken email, which only reserves the name, would let
  // both succeed where a free one would not, and so tell that it is taken.
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [usernameLock, username]);
  const { rows } = await trx.client.query(
    `select from app_user where lower(username) = lower($1)
     union all
     select from username_reservation where username = lower($1) and expires_at > now()`,
    [username],
  );
  if (rows.length > 0) throw new DomainError('UsernameTaken');
}

/** Undefined where the email has an account; the username's lock is held, so nothing else can be in the way. */
function insertUser(
  trx: Transaction,
  person: Pick<UserRow, 'username' | 'email' | 'locale'> & {
    passwordHash: string;
    hasAcceptedTerms: boolean;
  },
): Promise<UserRow | undefined> {
  return trx.kysely
    .insertInto('app_user')
    .values({
      id: uuidv7(),
      username: person.username,
      email: person.email,
      email_verified_at: null,
      // Until they give a name of their own.
      name: person.username,
      password_hash: person.passwordHash,
      address: encodeAddress(randomBytes(addressByteCount)),
      locale: person.locale,
      accepted_terms_version: person.hasAcceptedTerms ? termsVersion : null,
      accepted_terms_at: person.hasAcceptedTerms ? new Date() : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function reserveUsername(trx: Transaction, username: string): Promise<void> {
  await trx.client.query('delete from username_reservation where expires_at <= now()');
  await trx.client.query(
    `insert into username_reservation (username, expires_at) values (lower($1), now() + interval '24 hours')`,
    [username],
  );
}

async function tellOwner(trx: Transaction, email: string): Promise<void> {
  const owner = await findUserByEmail(trx.kysely, email);
  if (owner === undefined) return;
  if ((await countRecentMails(trx, owner.id, 'email-taken')) >= takenMailsPerHourMax) return;
  await enqueueMail(
    trx,
    { userId: owner.id, email: owner.email, locale: owner.locale },
    { template: 'email-taken', values: { username: owner.username } },
  );
}
