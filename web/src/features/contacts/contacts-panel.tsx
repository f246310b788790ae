import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { ContactListSkeleton, ContactRow } from './contact-row.tsx';
import styles from './contacts-panel.module.css';
import { allContactsQuery } from './queries.ts';

const AddContactDialog = lazyPart(async () => (await import('./contact-dialogs.tsx')).AddContactDialog);
const RemoveContactDialog = lazyPart(async () => (await import('./contact-dialogs.tsx')).RemoveContactDialog);

/** The dialog over the panel. It stays set while the closing animation runs. */
type PanelDialog = { kind: 'add' } | { kind: 'remove'; contact: Contact };

interface ContactsPanelProps {
  /** Undefined while the balance is unknown: then nothing can be sent. */
  onSend: ((contact: Contact) => void) | undefined;
}

export function ContactsPanel({ onSend }: ContactsPanelProps) {
  const { t } = useTranslation();
  const query = useQuery(allContactsQuery);

  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const { isOpen, key: opening, open: openDialog, close } = useDialog();

  function open(next: PanelDialog) {
    setDialog(next);
    openDialog();
  }
  const forget = () => setDialog(null);

  return (
    <Card
      title={t('contacts.title')}
      action={
        <Button
          variant="ghost"
          size="small"
          className={styles.add}
          icon={<UserPlus size={18} aria-hidden="true" />}
          onClick={() => open({ kind: 'add' })}
        >
          {t('contacts.add')}
        </Button>
      }
    >
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
                onRemove={() => open({ kind: 'remove', contact })}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {dialog?.kind === 'add' && (
        <AddContactDialog key={opening} isOpen={isOpen} onClose={close} onGiveUp={forget} />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveContactDialog
          key={opening}
          contact={dialog.contact}
          isOpen={isOpen}
          onClose={close}
          onGiveUp={forget}
        />
      )}
    </Card>
  );
}

interface PanelRowProps extends ContactsPanelProps {
  contact: Contact;
  onRemove: () => void;
}

function PanelRow({ contact, onSend, onRemove }: PanelRowProps) {
  const { t } = useTranslation();
  const { name } = contact;
  return (
    <ContactRow
      contact={contact}
      chooseLabel={t('contacts.sendTo', { name })}
      onChoose={onSend && (() => onSend(contact))}
      action={
        <IconButton label={t('contacts.remove', { name })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
