import type { Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { UserRow } from '../person/person.ts';
import { createCode, createToken, hashCode, hashToken } from '../secrets/tokens.ts';
import { takeMail } from './mail-budget.ts';

export const registrationPurpose = 'registration';
export const emailChangePurpose = 'email-change';

/** What is proved: that the mails to an address reach the person of an account, and what for. */
export interface ProofOfEmail {
  readonly userId: string;
  readonly email: string;
  readonly purpose: typeof registrationPurpose | typeof emailChangePurpose;
}

/**
 * Mails a new code and link to an account's address, unless that had many this hour. What was mailed for the account
 * before opens nothing any more. The caller holds the email's lock.
 */
export async function issueVerification(
  trx: Transaction,
  user: UserRow,
  { networkAddress }: Pick<Origin, 'networkAddress'>,
): Promise<void> {
  const mail = { template: 'verify-email', email: user.email, networkAddress } as const;
  if (!(await takeMail(trx, mail, securityParameters.verificationMailsPerHour))) return;
  const { code, token } = await createVerification(trx, {
    userId: user.id,
    email: user.email,
    purpose: registrationPurpose,
  });
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    { template: 'verify-email', values: { username: user.username, code, token } },
  );
}

/** The code and the token that prove an address; those that an account had for the purpose before die. */
export async function createVerification(
  trx: Transaction,
  proof: ProofOfEmail,
): Promise<{ code: string; token: string }> {
  const code = createCode();
  const token = createToken();
  await trx.client.query(
    `insert into email_verification (
       user_id, purpose, email, code_hash, code_expires_at, token_hash, token_expires_at
     ) values (
       $1, $2, $3, $4, now() + make_interval(mins => $5), $6, now() + make_interval(hours => $7)
     )
     on conflict (user_id, purpose) do update
     set email = excluded.email,
         code_hash = excluded.code_hash,
         code_attempts = 0,
         code_expires_at = excluded.code_expires_at,
         token_hash = excluded.token_hash,
         token_expires_at = excluded.token_expires_at,
         created_at = now()`,
    [
      proof.userId,
      proof.purpose,
      proof.email,
      hashCode(code, proof),
      securityParameters.emailCode.minutes,
      hashToken(token),
      securityParameters.emailLinkHours,
    ],
  );
  return { code, token };
}
