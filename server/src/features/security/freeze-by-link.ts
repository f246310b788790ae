import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { findLink, spendLink } from './account-links.ts';
import { endFreezeLinks, freeze } from './freeze.ts';
import { tellPerson } from './tell-person.ts';

/**
 * Freezes the account whose mail the link stood in. It opens again a day after a reset of its password, or by the
 * operator.
 * @throws DomainError InvalidOrExpiredToken
 */
export async function freezeByLink(
  { db, events }: Pick<Services, 'db' | 'events'>,
  token: string,
  origin: Origin,
): Promise<void> {
  const ended = await inTransaction(db, async (trx) => {
    const link = await findLink(trx, { token, purpose: 'freeze' });
    if (link === undefined) throw new DomainError('InvalidOrExpiredToken');
    const user = await spendLink(trx, { token, userId: link.user_id });
    const ended = await freeze(trx, { userId: user.id, by: 'link' });
    await tellPerson(trx, user, { kind: 'account_frozen', actor: 'link', origin });
    await endFreezeLinks(trx, user.id);
    return ended;
  });
  events.publish([ended]);
}
