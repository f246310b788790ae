import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { BookUser, Clock, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { useOpenedBy, useOpenedFor } from '../../domain/opened-by.ts';
import { formatCount, formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { toast } from '../../ui/toast.ts';
import { AddAddressDialog, carriedEntry } from './add-address-dialog.tsx';
import styles from './address-book.module.css';
import { addAddressName, useRemoveAddress } from './address-book.ts';
import { AllowListCard, type KnownContacts } from './allow-list-card.tsx';
import { addressBookQuery } from './queries.ts';

interface AddressBookPageProps {
  /** The contacts that the allow-list lets transfers go to. */
  contacts: KnownContacts;
}

export function AddressBookPage({ contacts }: AddressBookPageProps) {
  const { t } = useTranslation();
  const query = useQuery(addressBookQuery);
  const { data } = query;
  return (
    <Page title={t('addressBook.title')}>
      <div className={styles.columns}>
        <Card title={t('addressBook.addresses')}>
          <p className={styles.text}>{t('addressBook.text')}</p>
          <QueryState
            query={query}
            skeleton={<ListSkeleton />}
            failedTitle={t('addressBook.failedToLoad')}
            errorMessage={errorMessage}
          >
            {({ addresses }) => <AddressBook addresses={addresses} />}
          </QueryState>
        </Card>
        {data && (
          <AllowListCard contacts={contacts} isOn={data.isAllowListOn} endsAt={data.allowListEndsAt} />
        )}
      </div>
    </Page>
  );
}

function AddressBook({ addresses }: { addresses: readonly WithdrawalAddress[] }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const formatTag = useFormatTag();
  const adding = useOpenedBy(addAddressName);
  const removal = useOpenedFor('address-remove', addresses);
  const isFull = addresses.length >= limits.withdrawalAddressesMax;
  return (
    <>
      <AddressList addresses={addresses} onRemove={removal.open} />
      <div className={styles.footer}>
        {isFull ? (
          <Notice tone="neutral">
            {t('addressBook.full', { limit: formatCount(limits.withdrawalAddressesMax, formatTag) })}
          </Notice>
        ) : (
          <Button
            variant="secondary"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => adding.open()}
          >
            {t('addressBook.add')}
          </Button>
        )}
      </div>
      <AddAddressDialog
        key={`add-${adding.key}`}
        // A link may bring an address along. An opening by the button brings none.
        brought={carriedEntry(state)}
        isOpen={adding.isOpen}
        onClose={adding.close}
      />
      {removal.item && (
        <RemoveAddressDialog
          key={`remove-${removal.key}`}
          entry={removal.item}
          isOpen={removal.isOpen}
          onClose={removal.close}
        />
      )}
    </>
  );
}

interface AddressListProps {
  addresses: readonly WithdrawalAddress[];
  onRemove: (entry: WithdrawalAddress) => void;
}

function AddressList({ addresses, onRemove }: AddressListProps) {
  const { t } = useTranslation();
  if (addresses.length === 0) {
    return (
      <EmptyState icon={<BookUser size={24} />} title={t('addressBook.emptyTitle')}>
        {t('addressBook.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {addresses.map((entry) => (
        <AddressRow key={entry.id} entry={entry} onRemove={() => onRemove(entry)} />
      ))}
    </ul>
  );
}

function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup className={styles.list} label={t('addressBook.loading')}>
      {['first', 'second'].map((name) => (
        <div key={name} className={styles.row}>
          <Skeleton width="2rem" height="2rem" shape="circle" />
          <span className={styles.about}>
            <Skeleton width="9rem" />
            <Skeleton width="14rem" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  );
}

interface AddressRowProps {
  entry: WithdrawalAddress;
  onRemove: () => void;
}

function AddressRow({ entry, onRemove }: AddressRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { currency, address, memo, label, createdAt, usableFrom } = entry;
  const network = networkOf(currency);
  const name = `\u2068${label}\u2069`;
  return (
    <li className={styles.row} data-testid="withdrawal-address">
      <CoinMark asset={currency} size={32} />
      <div className={styles.about}>
        <div className={styles.name}>
          <bdi>{label}</bdi>
          {usableFrom !== null && (
            <Badge tone="warning">
              <Clock size={14} aria-hidden="true" />
              {t('addressBook.usableFrom', {
                time: formatDateTime(usableFrom, formatTag, { hasTime: true }),
              })}
            </Badge>
          )}
        </div>
        <AddressText address={address} isWhole />
        {memo !== null && memo !== '' && (
          <p className={styles.meta}>
            {t('addressBook.tagOrMemo')} <bdi dir="ltr">{memo}</bdi>
          </p>
        )}
        <p className={styles.meta}>
          {currency}
          {network !== null && <bdi>{network}</bdi>}
          <time dateTime={createdAt}>
            {t('addressBook.added', { time: formatDateTime(createdAt, formatTag, { hasTime: false }) })}
          </time>
        </p>
      </div>
      <div className={styles.rowActions}>
        <CopyButton text={address} label={t('addressBook.copy', { name })} />
        <IconButton label={t('addressBook.remove', { name })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

interface RemoveAddressDialogProps {
  entry: WithdrawalAddress;
  isOpen: boolean;
  onClose: () => void;
}

function RemoveAddressDialog({ entry, isOpen, onClose }: RemoveAddressDialogProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useRemoveAddress();

  function remove() {
    mutate(entry.id, {
      onSuccess: () => {
        toast.success(t('addressBook.removed'));
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('addressBook.removeTitle')}
      description={t('addressBook.removeText', { name: `\u2068${entry.label}\u2069` })}
      confirmLabel={t('addressBook.confirmRemove')}
      onConfirm={remove}
      isBusy={isPending}
      problem={error && errorMessage(error, t, { fallback: t('addressBook.failedToRemove') })}
    >
      <AddressText address={entry.address} isWhole />
    </ConfirmDialog>
  );
}
