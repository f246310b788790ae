import type { AccountPart } from '../../account-part.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { endRivalProofs, isFreeEmail } from '../email/prove-email.ts';
import { findLink, spendLink, type AccountLink } from '../events/account-links.ts';
import { deviceNameOf, recordSecurityEvent } from '../events/security-events.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockEmail } from '../person/locks.ts';
import type { UserRow } from '../person/person.ts';
import { endFreezeLinks, freeze } from './freeze.ts';

/**
 * Gives an account its former email back and freezes it: the person who changed the email knew the password too.
 * @throws DomainError InvalidOrExpiredToken
 */
export async function undoEmailChange(
  { db, events, accountParts }: Pick<Services, 'accountParts' | 'db' | 'events'>,
  token: string,
  origin: Origin,
): Promise<void> {
  const ended = await inTransaction(db, async (trx) => {
    const link = await findLink(trx, { token, purpose: 'undo-email-change' });
    if (link === undefined) throw new DomainError('InvalidOrExpiredToken');
    await lockEmail(trx, link.email);
    const user = await spendLink(trx, { token, userId: link.user_id });
    return giveEmailBack(trx, accountParts, { user, link, origin });
  });
  events.publish([ended]);
}

/**
 * Tells both addresses, because a stranger may read either mailbox. The caller holds the lock of the former email and the
 * account's row lock.
 */
export async function giveEmailBack(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { user, link, origin }: UndoneChange,
): Promise<SessionsEndedEvent> {
  const { rowCount } = await trx.client.query(
    `update app_user set email = $2, email_verified_at = now() where id = $1 and ${isFreeEmail}`,
    [user.id, link.email],
  );
  // The former email was reserved for this account until now, so no other account can have taken it.
  if (rowCount !== 1) throw new DomainError('InvalidOrExpiredToken');
  await endRivalProofs(trx, { userId: user.id, email: link.email });
  await endLaterChanges(trx, link);
  const ended = await freeze(trx, accountParts, { userId: user.id, by: 'link' });
  await recordSecurityEvent(trx, user.id, { kind: 'account_frozen', actor: 'link', origin });
  await tellPerson(
    trx,
    { ...user, email: link.email },
    { kind: 'email_change_undone', actor: 'link', origin },
  );
  await tellAddressTakenBackFrom(trx, user, origin);
  await endFreezeLinks(trx, user.id);
  return ended;
}

async function tellAddressTakenBackFrom(trx: Transaction, user: UserRow, origin: Origin): Promise<void> {
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    {
      template: 'email-taken-back',
      values: {
        username: user.username,
        device: deviceNameOf(origin.userAgent),
        networkAddress: origin.networkAddress,
        at: new Date().toISOString(),
      },
    },
  );
}

interface UndoneChange {
  readonly user: UserRow;
  readonly link: AccountLink;
  readonly origin: Origin;
}

/** A later email change has an undo link of its own, which would revert this undo: delete it. */
async function endLaterChanges(trx: Transaction, link: AccountLink): Promise<void> {
  await trx.client.query(
    `delete from account_link
     where user_id = $1 and purpose = 'undo-email-change' and expires_at >= $2`,
    [link.user_id, link.expires_at],
  );
}
