import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { AnswerAge } from '../../domain/answer-age.tsx';
import { useOpenedBy, useOpenedFor } from '../../domain/opened-by.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { ContactListSkeleton, ContactRow } from './contact-row.tsx';
import styles from './contacts-panel.module.css';
import { allContactsQuery } from './queries.ts';

const AddContactDialog = lazyPart(async () => (await import('./contact-dialogs.tsx')).AddContactDialog);
const EditContactDialog = lazyPart(async () => (await import('./edit-contact-dialog.tsx')).EditContactDialog);
const RemoveContactDialog = lazyPart(async () => (await import('./contact-dialogs.tsx')).RemoveContactDialog);

interface ContactsPanelProps {
  /** Undefined while the balance is unknown: then nothing can be sent. */
  onSend: ((contact: Contact) => void) | undefined;
}

export function ContactsPanel({ onSend }: ContactsPanelProps) {
  const { t } = useTranslation();
  const query = useQuery(allContactsQuery);
  const adding = useOpenedBy('contact-add');
  const editing = useOpenedFor('contact-edit', query.data);
  const removal = useOpenedFor('contact-remove', query.data);

  return (
    <Card title={t('contacts.title')} action={<AddButton onClick={() => adding.open()} />}>
      {query.data && <AnswerAge query={query} />}
      <QueryState
        query={query}
        skeleton={<ContactListSkeleton />}
        failedTitle={t('contacts.failedToLoadContacts')}
        errorMessage={errorMessage}
        isEmpty={({ length }) => length === 0}
        empty={
          <EmptyState icon={<UsersRound size={24} />} title={t('contacts.emptyTitle')}>
            {t('contacts.emptyText')}
          </EmptyState>
        }
      >
        {(contacts) => (
          <ul className={styles.list}>
            {contacts.map((contact) => (
              <PanelRow
                key={contact.id}
                contact={contact}
                onSend={onSend}
                onEdit={() => editing.open(contact)}
                onRemove={() => removal.open(contact)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {adding.key > 0 && (
        <AddContactDialog
          key={`add-${adding.key}`}
          isOpen={adding.isOpen}
          onClose={adding.close}
          onGiveUp={adding.close}
        />
      )}
      {editing.item && (
        <EditContactDialog
          key={`edit-${editing.key}`}
          contact={editing.item}
          isOpen={editing.isOpen}
          onClose={editing.close}
          onGiveUp={editing.close}
        />
      )}
      {removal.item && (
        <RemoveContactDialog
          key={`remove-${removal.key}`}
          contact={removal.item}
          isOpen={removal.isOpen}
          onClose={removal.close}
          onGiveUp={removal.close}
        />
      )}
    </Card>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="ghost"
      size="small"
      className={styles.add}
      icon={<UserPlus size={18} aria-hidden="true" />}
      onClick={onClick}
    >
      {t('contacts.add')}
    </Button>
  );
}

interface PanelRowProps extends ContactsPanelProps {
  contact: Contact;
  onEdit: () => void;
  onRemove: () => void;
}

function PanelRow({ contact, onSend, onEdit, onRemove }: PanelRowProps) {
  const { t } = useTranslation();
  const { name } = contact;
  return (
    <ContactRow
      contact={contact}
      chooseLabel={t('contacts.sendTo', { name })}
      onChoose={onSend && (() => onSend(contact))}
      action={
        <>
          <IconButton label={t('contacts.edit', { name })} onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('contacts.remove', { name })} onClick={onRemove}>
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  );
}
