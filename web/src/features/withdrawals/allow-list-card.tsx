import type { Contact } from '@mercury/contract/api/contacts.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { setAllowList } from '@mercury/contract/api/withdrawals.ts';
import { ListChecks, ListX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { formatCount, formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useHasRested } from '../../ui/use-has-rested.ts';
import styles from './address-book.module.css';
import { useSetAllowList } from './address-book.ts';
import formStyles from './withdrawals.module.css';

export interface KnownContacts {
  /** Undefined until they are loaded. */
  data: readonly Contact[] | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface AllowListCardProps {
  contacts: KnownContacts;
  isOn: boolean;
  /** It was turned off, but still holds until then. */
  endsAt: string | null;
}

/** Withdrawals go only to addresses of the book: an intruder in the account can't send money elsewhere. */
export function AllowListCard({ contacts, isOn, endsAt }: AllowListCardProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { mutate, error, isPending } = useSetAllowList();
  // While it is ending, the only action is to keep it on.
  const turnsOn = !isOn || endsAt !== null;

  const dialog = useOpenedBy('allow-list');
  const failure = error ?? (contacts.data === undefined ? contacts.error : null);

  function press() {
    if (isOn) change({ isOn: turnsOn });
    else if (contacts.data === undefined) void contacts.refetch();
    else if (contacts.data.length === 0) change({ isOn: true, contactIds: [] });
    else dialog.open();
  }

  function change(order: BodyOf<typeof setAllowList>) {
    mutate(order, {
      onSuccess: ({ isAllowListOn }) => {
        dialog.close();
        if (turnsOn) toast.success(t('addressBook.allowList.turnedOn'));
        else if (!isAllowListOn) toast.success(t('addressBook.allowList.turnedOff'));
      },
    });
  }

  return (
    <Card title={t('addressBook.allowList.title')} action={<StateBadge isOn={isOn} />}>
      <div className={styles.stack}>
        <p className={styles.text}>{t('addressBook.allowList.text')}</p>
        {isOn && endsAt !== null && (
          <Notice tone="warning">
            {t('addressBook.allowList.endsAt', {
              time: formatDateTime(endsAt, formatTag, { hasTime: true }),
            })}
          </Notice>
        )}
        {failure && !dialog.isOpen && <Notice tone="failed">{errorMessage(failure, t)}</Notice>}
        <div>
          {/* One button for both states, so that the proof's dialog can return the focus to it. */}
          <Button variant={turnsOn ? 'primary' : 'secondary'} isBusy={isPending} onClick={press}>
            {labelOf()}
          </Button>
        </div>
      </div>
      {contacts.data && (
        <AllowListDialog
          key={dialog.key}
          isOpen={dialog.isOpen && !isOn}
          onClose={dialog.close}
          contacts={contacts.data}
          isPending={isPending}
          error={error}
          onConfirm={(contactIds) => change({ isOn: true, contactIds })}
        />
      )}
    </Card>
  );

  function labelOf(): string {
    if (!isOn) return t('addressBook.allowList.turnOn');
    return endsAt === null ? t('addressBook.allowList.turnOff') : t('addressBook.allowList.keepOn');
  }
}

function StateBadge({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  return isOn ? (
    <Badge tone="completed">
      <ListChecks size={14} aria-hidden="true" />
      {t('addressBook.allowList.on')}
    </Badge>
  ) : (
    <Badge>
      <ListX size={14} aria-hidden="true" />
      {t('addressBook.allowList.off')}
    </Badge>
  );
}

/** Long enough to see that the list above the button has changed. */
const changeRestMs = 600;

interface AllowListDialogProps {
  /** The present ones: a contact may come or go while the person looks. */
  contacts: readonly Contact[];
  isOpen: boolean;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: (contactIds: string[]) => void;
}

function textOf(contacts: readonly Contact[]): string {
  const rows = contacts.map(({ id, name, walletAddress }) => JSON.stringify([id, name, walletAddress]));
  return rows.toSorted().join();
}

/** The contacts to review, and whether they have changed since the beginning. */
function useSeenContacts(contacts: readonly Contact[], isFrozen: boolean) {
  const [seen, setSeen] = useState({ contacts, hasChanged: false });
  // A confirmed list stays as it was confirmed until the answer arrives.
  const isOther = !isFrozen && textOf(seen.contacts) !== textOf(contacts);
  if (isOther) setSeen({ contacts, hasChanged: true });
  const hasRested = useHasRested(textOf(seen.contacts), changeRestMs);
  return { ...seen, isRested: hasRested || !seen.hasChanged };
}

/** The recipients that transfers will be limited to. The person sees a contact that somebody else saved, before it counts. */
function AllowListDialog({
  contacts: contactsOfNow,
  isOpen,
  isPending,
  error,
  onClose,
  onConfirm,
}: AllowListDialogProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { contacts, hasChanged, isRested } = useSeenContacts(contactsOfNow, isPending || !isOpen);
  const isRefusedAsChanged = error instanceof ApiError && error.code === 'ValidationFailed';
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('addressBook.allowList.contactsTitle')}
      description={t('addressBook.allowList.contactsText')}
      startsAtHeading
    >
      <div className={formStyles.form}>
        <p>{t('addressBook.allowList.contactsCount', { number: formatCount(contacts.length, formatTag) })}</p>
        <ul className={styles.contacts}>
          {contacts.map(({ id, name, walletAddress }) => (
            <li key={id} className={styles.contact}>
              <span className={styles.name}>
                <bdi>{name}</bdi>
              </span>
              <AddressText address={walletAddress} isWhole />
            </li>
          ))}
        </ul>
        {(hasChanged || isRefusedAsChanged) && (
          <Notice tone="failed">{t('addressBook.allowList.contactsChanged')}</Notice>
        )}
        {error && !isRefusedAsChanged && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
        <div className={formStyles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            isBusy={isPending}
            isBlocked={!isRested}
            onClick={() => onConfirm(contacts.map(({ id }) => id))}
          >
            {t('addressBook.allowList.turnOn')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
