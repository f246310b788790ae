import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
} from '@mercury/contract/api/contacts.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { changeContact, removeContact } from './change-contact.ts';
import { findContact, findContacts, presentContact, type ContactRow } from './queries.ts';
import { addContact } from './save-contact.ts';

export function bindContactRoutes(bind: Bind, services: Services): void {
  const { db } = services;

  bind(listContacts, {}, async ({ session, query }) => {
    const rows = await findContacts(db, session.userId, {
      type: query.type || 'all',
      search: query.search ?? '',
    });
    return { success: true, contacts: rows.map(presentContact) };
  });

  bind(createContact, {}, async ({ session, body, context }) => {
    const { isFavorite = false, ...fields } = body;
    return replyWith(await addContact(services, { ...fields, isFavorite, session, origin: context }));
  });

  bind(getContact, {}, async ({ session, params }) =>
    replyWith(await findContact(db, session.userId, params.id)),
  );

  bind(updateContact, {}, async ({ session, params, body }) =>
    replyWith(await changeContact(services, { userId: session.userId, id: params.id, changes: body })),
  );

  bind(deleteContact, {}, async ({ session, params }) => {
    const isRemoved = await removeContact(services, { userId: session.userId, id: params.id });
    if (!isRemoved) throw new DomainError('NotFound');
    return undefined;
  });
}

function replyWith(row: ContactRow | undefined) {
  if (row === undefined) throw new DomainError('NotFound');
  return { success: true, contact: presentContact(row) } as const;
}
