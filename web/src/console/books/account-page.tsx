import {
  type BookAccount,
  type BookEntry,
  exportBookEntries,
  listBookEntries,
} from '@mercury/contract/console/books.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { transferKindText } from '../../domain/transfer-kinds.ts';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { askedOnce } from '../api/asked-once.ts';
import { callConsole } from '../api/client.ts';
import consoleStyles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { bookTransferPath, consolePaths } from '../paths.ts';
import styles from './books.module.css';
import { CsvButton } from '../csv-button.tsx';
import { booksKey } from './queries.ts';
import { accountText } from './words.ts';

/** The entries of one account. */
export function BookAccountPage() {
  const { t } = useTranslation('console');
  const { id = '' } = useParams();
  const query = useInfiniteQuery({
    queryKey: [...booksKey, 'entries', id],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listBookEntries, { params: { id }, query: { cursor: pageParam }, signal }),
    ...askedOnce,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const account = query.data?.pages[0]?.account;
  return (
    <Page title={t('books.account')}>
      <Link to={consolePaths.books}>{t('books.back')}</Link>
      {account !== undefined && (
        <Card title={accountText(account, t)}>
          <AccountFacts account={account} />
        </Card>
      )}
      <Card
        title={t('books.entries')}
        action={
          <CsvButton
            topic={`account-${id}`}
            load={() => callConsole(exportBookEntries, { params: { id } })}
          />
        }
      >
        <PagedList
          query={query}
          itemsOf={({ entries, account: { currency } }) => entries.map((entry) => ({ entry, currency }))}
          loadingLabel={t('books.loading')}
          failedTitle={t('books.failedToLoad')}
          empty={
            <EmptyState icon={<BookOpen size={24} />} title={t('books.noEntries')}>
              {t('books.noEntriesText')}
            </EmptyState>
          }
        >
          {(items) => (
            <ul className={consoleStyles.list}>
              {items.map(({ entry, currency }) => (
                <EntryRow key={entry.transferId} entry={entry} currency={currency} />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
    </Page>
  );
}

function AccountFacts({ account: { balance, reserved, currency, owner } }: { account: BookAccount }) {
  const { t } = useTranslation('console');
  return (
    <DetailList>
      <Detail label={t('books.balance')} isStrong>
        <Money amount={balance} asset={currency} precision="exact" />
      </Detail>
      {owner !== null && (
        <Detail label={t('books.reserved')}>
          <Money amount={reserved} asset={currency} precision="exact" />
        </Detail>
      )}
    </DetailList>
  );
}

function EntryRow({ entry, currency }: { entry: BookEntry; currency: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const { transferId, kind, amount, balanceAfter, at } = entry;
  return (
    <li className={consoleStyles.row} data-testid="entry">
      <div className={consoleStyles.about}>
        <p className={consoleStyles.name}>
          <Link to={bookTransferPath(transferId)}>{transferKindText(kind, tShared) ?? kind}</Link>
        </p>
        <p className={consoleStyles.meta}>
          <DateText at={at} />
        </p>
      </div>
      <div className={styles.amounts}>
        <Money amount={amount} asset={currency} signs="always" precision="exact" />
        <span className={styles.after}>
          {t('books.balanceAfter')} <Money amount={balanceAfter} asset={currency} precision="exact" />
        </span>
      </div>
    </li>
  );
}
