import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { BookUser, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { AddAddressDialog } from './add-address-dialog.tsx';
import styles from './address-book.module.css';
import type { AddressEntry } from './address-entry.ts';
import { AddressRow } from './address-row.tsx';
import { AllowListCard, type KnownContacts } from './allow-list-card.tsx';
import { addressBookQuery } from './queries.ts';
import { RemoveAddressDialog } from './remove-address-dialog.tsx';

interface AddressBookPageProps {
  /** Whom the allow-list lets transfers go to. */
  contacts: KnownContacts;
  /** What an address that is to be saved begins with, where the person comes from one. */
  draft: Partial<AddressEntry> | undefined;
}

export function AddressBookPage({ contacts, draft }: AddressBookPageProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(addressBookQuery);
  return (
    <Page title={t('addressBook.title')}>
      <div className={styles.columns}>
        <Card title={t('addressBook.addresses')}>
          <p className={styles.text}>{t('addressBook.text')}</p>
          {data && <AddressBook addresses={data.addresses} draft={draft} />}
          {!data && error && (
            <ErrorState
              title={t('addressBook.failedToLoad')}
              message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          )}
          {!data && !error && <ListSkeleton />}
        </Card>
        {data && (
          <AllowListCard contacts={contacts} isOn={data.isAllowListOn} endsAt={data.allowListEndsAt} />
        )}
      </div>
    </Page>
  );
}

interface AddressBookProps extends Pick<AddressBookPageProps, 'draft'> {
  addresses: readonly WithdrawalAddress[];
}

function AddressBook({ addresses, draft }: AddressBookProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const adding = useDialog({ isInitiallyOpen: draft !== undefined });
  const removal = useDialog();
  const [removed, setRemoved] = useState<WithdrawalAddress>();
  const isFull = addresses.length >= limits.withdrawalAddressesMax;
  return (
    <>
      <AddressList
        addresses={addresses}
        onRemove={(entry) => {
          setRemoved(entry);
          removal.open();
        }}
      />
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
        // The first opening only is about the address that somebody comes from.
        draft={adding.key === 0 ? draft : undefined}
        isOpen={adding.isOpen}
        onClose={adding.close}
      />
      {removed && (
        <RemoveAddressDialog
          key={`remove-${removal.key}`}
          entry={removed}
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
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('addressBook.loading')}
      </span>
      {['first', 'second'].map((name) => (
        <div key={name} className={styles.row}>
          <Skeleton width="2rem" height="2rem" shape="circle" />
          <span className={styles.about}>
            <Skeleton width="9rem" />
            <Skeleton width="14rem" />
          </span>
        </div>
      ))}
    </div>
  );
}
