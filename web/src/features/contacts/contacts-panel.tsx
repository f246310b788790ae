import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserPlus, UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { ContactListSkeleton } from './contact-list-skeleton.tsx';
import { ContactRow } from './contact-row.tsx';
import styles from './contacts-panel.module.css';
import { allContactsQuery } from './queries.ts';

const AddContactDialog = lazy(async () => {
  const { AddContactDialog: dialog } = await import('./add-contact-dialog.tsx');
  return { default: dialog };
});
const RemoveContactDialog = lazy(async () => {
  const { RemoveContactDialog: dialog } = await import('./remove-contact-dialog.tsx');
  return { default: dialog };
});

/** Which dialog stands over the panel. It stays known while it closes, so that it can leave in its own time. */
type PanelDialog = { kind: 'add' } | { kind: 'remove'; contact: Contact };

interface ContactsPanelProps {
  /** Undefined while nothing can be sent: the balance isn't known. */
  onSend: ((contact: Contact) => void) | undefined;
}

export function ContactsPanel({ onSend }: ContactsPanelProps) {
  const { t } = useTranslation();
  const { data: contacts, error, isFetching, refetch } = useQuery(allContactsQuery);
  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const [isDialogOpen, setIsDialogOpen] = useState(false);

  function open(next: PanelDialog) {
    setDialog(next);
    setIsDialogOpen(true);
  }
  const close = () => setIsDialogOpen(false);

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
      {!contacts && !error && <ContactListSkeleton />}
      {!contacts && error && (
        <ErrorState
          title={t('contacts.failedToLoadContacts')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {contacts?.length === 0 && (
        <EmptyState icon={<UsersRound size={24} />} title={t('contacts.emptyTitle')}>
          {t('contacts.emptyText')}
        </EmptyState>
      )}
      {contacts && contacts.length > 0 && (
        <ul className={styles.list}>
          {contacts.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              chooseLabel={t('contacts.sendTo', { name: contact.name })}
              onChoose={onSend && (() => onSend(contact))}
              action={
                <IconButton
                  label={t('contacts.remove', { name: contact.name })}
                  onClick={() => open({ kind: 'remove', contact })}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              }
            />
          ))}
        </ul>
      )}
      <Suspense>
        {dialog?.kind === 'add' && <AddContactDialog isOpen={isDialogOpen} onClose={close} />}
        {dialog?.kind === 'remove' && (
          <RemoveContactDialog contact={dialog.contact} isOpen={isDialogOpen} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}
