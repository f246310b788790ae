import { tradeVenues } from '@mercury/contract/console/reports.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import tableStyles from '../figures-table.module.css';
import { isBare, type Liabilities, type Movements, type Trades } from './queries.ts';
import styles from './reports.module.css';

/** The middle of a UTC day has the same date in nearly all time zones. */
export function UtcDay({ day }: { day: string }) {
  return <DateText at={`${day}T12:00:00.000Z`} hasTime={false} />;
}

/** What each account had, what moved it, and what it had then. */
export function MovementTables({ report }: { report: Movements }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  return (
    <>
      <Table heads={[t('reports.what'), t('reports.count'), t('reports.amount')]}>
        {report.assets
          .filter((asset) => !isBare(asset))
          .map(({ currency, opening, lines, closing }) => (
            <Group key={currency} title={currency} columns={3} testId={`moved-${currency}`}>
              <Balance label={t('reports.opening')} amount={opening} asset={currency} />
              {lines.map(({ cause, count, amount }) => (
                <tr key={cause}>
                  <th scope="row">{t(`reports.causes.${cause}`)}</th>
                  <td>{formatCount(count, formatTag)}</td>
                  <td>
                    <Money amount={amount} asset={currency} signs="always" precision="exact" />
                  </td>
                </tr>
              ))}
              <Balance label={t('reports.closing')} amount={closing} asset={currency} />
            </Group>
          ))}
      </Table>
      <Days days={report.days} />
    </>
  );
}

function Balance({ label, amount, asset }: { label: string; amount: string; asset: string }) {
  return (
    <tr className={tableStyles.sum}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>
        <Money amount={amount} asset={asset} precision="exact" />
      </td>
    </tr>
  );
}

function Days({ days }: { days: Movements['days'] }) {
  const { t } = useTranslation('console');
  if (days === null) return <p className={styles.note}>{t('reports.daysInCsv')}</p>;
  if (days.length === 0) return null;
  return (
    <section className={styles.section} data-testid="days">
      <h3 className={styles.sectionTitle}>{t('reports.byDay')}</h3>
      <Table heads={[t('reports.utcDay'), t('reports.amount')]}>
        <tbody>
          {days.map(({ day, currency, amount }) => (
            <tr key={`${day} ${currency}`}>
              <th scope="row">
                <UtcDay day={day} />
              </th>
              <td>
                <Money amount={amount} asset={currency} signs="always" precision="exact" />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

export function TradeTable({ report: { pairs } }: { report: Trades }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  return (
    <Table heads={[t('reports.pair'), t('reports.count'), t('reports.amount')]}>
      {tradeVenues
        .filter((venue) => pairs.some((pair) => pair.venue === venue))
        .map((venue) => (
          <Group key={venue} title={t(`reports.venues.${venue}`)} columns={3} testId={`traded-${venue}`}>
            {pairs
              .filter((pair) => pair.venue === venue)
              .map(({ base, quote, count, baseAmount, quoteAmount }) => (
                <tr key={`${base} ${quote}`}>
                  <th scope="row">
                    <bdi dir="ltr">
                      {base}/{quote}
                    </bdi>
                  </th>
                  <td>{formatCount(count, formatTag)}</td>
                  <td>
                    <div>
                      <Money amount={baseAmount} asset={base} precision="exact" />
                    </div>
                    <div>
                      <Money amount={quoteAmount} asset={quote} precision="exact" />
                    </div>
                  </td>
                </tr>
              ))}
          </Group>
        ))}
    </Table>
  );
}

export function LiabilityTable({ report: { assets } }: { report: Liabilities }) {
  const { t } = useTranslation('console');
  return (
    <Table heads={[t('reports.what'), t('reports.amount')]}>
      {assets.map(({ currency, liabilities, house }) => (
        <Group key={currency} title={currency} columns={2} testId={`owed-${currency}`}>
          <tr className={tableStyles.sum}>
            <th scope="row">{t('books.liabilities')}</th>
            <td>
              <Money amount={liabilities} asset={currency} precision="exact" />
            </td>
          </tr>
          {house.map(({ kind, amount }) => (
            <tr key={kind}>
              <th scope="row">{t(`books.lines.${kind}`)}</th>
              <td>
                <Money amount={amount} asset={currency} precision="exact" />
              </td>
            </tr>
          ))}
        </Group>
      ))}
    </Table>
  );
}

/** One table for all groups: their figures stand below each other. */
function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className={clsx(tableStyles.table, styles.table)}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

interface GroupProps {
  title: string;
  columns: number;
  testId: string;
  children: ReactNode;
}

function Group({ title, columns, testId, children }: GroupProps) {
  return (
    <tbody className={styles.group} data-testid={testId}>
      <tr className={styles.groupTitle}>
        <th scope="rowgroup" colSpan={columns}>
          <bdi>{title}</bdi>
        </th>
      </tr>
      {children}
    </tbody>
  );
}
