import { type AssetBalances, exportTrialBalance } from '@mercury/contract/console/books.ts';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { callConsole } from '../api/client.ts';
import consoleStyles from '../console.module.css';
import tableStyles from '../figures-table.module.css';
import { bookAccountPath } from '../paths.ts';
import styles from './books.module.css';
import { CsvButton } from '../csv-button.tsx';
import { trialBalanceQuery } from './queries.ts';

export function TrialBalanceCard() {
  const { t } = useTranslation('console');
  const query = useQuery(trialBalanceQuery);
  return (
    <Card
      title={t('books.trialBalance')}
      action={<CsvButton topic="trial-balance" load={() => callConsole(exportTrialBalance, {})} />}
    >
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('books.loading')} heights={['10rem', '10rem']} />}
        failedTitle={t('books.failedToLoad')}
        errorMessage={errorMessage}
        isEmpty={({ assets }) => assets.length === 0}
        empty={
          <EmptyState icon={<Scale size={24} />} title={t('books.empty')}>
            {t('books.emptyText')}
          </EmptyState>
        }
      >
        {({ at, readAt, assets }) => (
          <>
            <div className={styles.assets}>
              {assets.map((balances) => (
                <AssetTable key={balances.currency} balances={balances} />
              ))}
            </div>
            <p className={consoleStyles.note}>
              {t('books.asOf')} <DateText at={at} /> · {t('books.readAt')} <DateText at={readAt} />
            </p>
          </>
        )}
      </QueryState>
    </Card>
  );
}

function AssetTable({ balances }: { balances: AssetBalances }) {
  const { t } = useTranslation('console');
  const { currency, lines, sum, heldWithoutHolds, isRight, liabilities, railHolds } = balances;
  return (
    <section className={styles.asset} data-testid={`balance-${currency}`}>
      <h3 className={styles.assetName}>
        <bdi dir="ltr">{currency}</bdi>
        <Badge tone={isRight ? 'completed' : 'failed'}>
          {t(isRight ? 'books.isRight' : 'books.isWrong')}
        </Badge>
      </h3>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">{t('books.linesOf', { currency })}</caption>
        <tbody>
          {lines.map(({ kind, amount, accountId }) => (
            <tr key={kind}>
              <th scope="row">
                {accountId === null ? (
                  t(`books.lines.${kind}`)
                ) : (
                  <Link to={bookAccountPath(accountId)}>{t(`books.lines.${kind}`)}</Link>
                )}
              </th>
              <td>
                <Money amount={amount} asset={currency} precision="exact" />
              </td>
            </tr>
          ))}
          <tr className={tableStyles.sum}>
            <th scope="row">{t('books.sum')}</th>
            <td>
              <Money amount={sum} asset={currency} precision="exact" />
            </td>
          </tr>
          <tr>
            <th scope="row">{t('books.heldWithoutHolds')}</th>
            <td>
              <Money amount={heldWithoutHolds} asset={currency} precision="exact" />
            </td>
          </tr>
          <tr className={tableStyles.sum}>
            <th scope="row">{t('books.liabilities')}</th>
            <td>
              <Money amount={liabilities} asset={currency} precision="exact" />
            </td>
          </tr>
          <tr>
            <th scope="row">{t('books.railHolds')}</th>
            <td>
              {railHolds === null ? (
                t('books.notTold')
              ) : (
                <Money amount={railHolds} asset={currency} precision="exact" />
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
