import type { Transaction } from '../../db/database.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { MailedTransfer } from '../../mail/templates.ts';
import type { UserRow } from '../person/person.ts';
import { createFreezeToken } from './account-links.ts';
import {
  deviceNameOf,
  recordSecurityEvent,
  type SecurityIncident,
  type ToldKind,
} from './security-events.ts';

/** An unproved address gets no mail: it may be a stranger's. */
export async function tellPerson(
  trx: Transaction,
  user: UserRow,
  {
    transfer,
    ...incident
  }: SecurityIncident & { readonly kind: ToldKind; readonly transfer?: MailedTransfer },
): Promise<void> {
  await recordSecurityEvent(trx, user.id, incident);
  if (user.email_verified_at === null) return;
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    {
      template: 'security-notice',
      values: {
        username: user.username,
        kind: incident.kind,
        device: deviceNameOf(incident.origin?.userAgent ?? ''),
        networkAddress: incident.origin?.networkAddress ?? '',
        at: new Date().toISOString(),
        freezeToken: await createFreezeToken(trx, user),
        ...transfer,
      },
    },
  );
}
