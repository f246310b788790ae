import { randomBytes } from 'node:crypto';
import { addressByteCount, encodeAddress } from '@mercury/contract/money/address.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { register as registerEndpoint } from '@mercury/contract/api/auth.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import { openCustomerAccounts } from '../../ledger/ledger.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { tellEmailOwner, withMinimumResponseTime } from '../email/email-privacy.ts';
import { issueVerification } from '../email/issue-verification.ts';
import { lockEmail } from '../person/locks.ts';
import { findVerifiedUserByEmail, type UserRow } from '../person/person.ts';
import { verifyPasswordIsAllowed } from '../secrets/password-rules.ts';
import { hashPassword } from '../secrets/password.ts';
import { freeUsername } from './forget-unproved.ts';

/** The date on the legal pages: it says which terms a ticked box accepted. */
const termsVersion = '2023-05-01';

/**
 * Other accounts registered with the same email have usernames and passwords of their own. If the email has an owner
 * already, the owner gets a mail and the new account waits for ever. The caller can't tell this from an account whose
 * person has yet to read a mail.
 * @throws DomainError ValidationFailed, UsernameTaken
 */
export async function register(
  services: Pick<Services, 'accountParts' | 'db' | 'events'>,
  input: BodyOf<typeof registerEndpoint>,
  context: RequestContext,
): Promise<void> {
  const names = [input.username, input.email];
  await verifyPasswordIsAllowed({ password: input.password, field: 'password', names });
  await withMinimumResponseTime(securityParameters.minimumResponseTimeMs.register, async () => {
    const passwordHash = await hashPassword(input.password);
    await freeUsername(services, input.username);
    await inTransaction(services.db, async (trx) => {
      await lockEmail(trx, input.email);
      const user = await insertUser(trx, {
        username: input.username,
        email: input.email,
        passwordHash,
        locale: input.locale ?? context.locale,
        hasAcceptedTerms: input.acceptedTerms ?? false,
      });
      if (user === undefined) throw new DomainError('UsernameTaken');
      await openCustomerAccounts(trx, user.id, [coinCode]);
      const owner = await findVerifiedUserByEmail(trx.kysely, input.email);
      if (owner === undefined) await issueVerification(trx, user, context);
      else await tellEmailOwner(trx, input.email);
    });
  });
}

/** Undefined if the username is taken. */
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
      // Until the person gives a name.
      name: person.username,
      password_hash: person.passwordHash,
      address: encodeAddress(randomBytes(addressByteCount)),
      locale: person.locale,
      accepted_terms_version: person.hasAcceptedTerms ? termsVersion : null,
      accepted_terms_at: person.hasAcceptedTerms ? new Date() : null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returningAll()
    .executeTakeFirst();
}
