import { tradeVenues } from '@mercury/contract/console/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
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
      {report.assets
        .filter((asset) => !isBare(asset))
        .map(({ currency, opening, lines, closing }) => (
          <Section key={currency} title={currency} testId={`moved-${currency}`}>
            <Table heads={[t('reports.what'), t('reports.count'), t('reports.amount')]}>
              <tr className={styles.sum}>
                <th scope="row" colSpan={2}>
                  {t('reports.opening')}
                </th>
                <td>
                  <Money amount={opening} asset={currency} precision="exact" />
                </td>
              </tr>
              {lines.map(({ cause, count, amount }) => (
                <tr key={cause}>
                  <th scope="row">{t(`reports.causes.${cause}`)}</th>
                  <td>{formatCount(count, formatTag)}</td>
                  <td>
                    <Money amount={amount} asset={currency} signs="always" precision="exact" />
                  </td>
                </tr>
              ))}
              <tr className={styles.sum}>
                <th scope="row" colSpan={2}>
                  {t('reports.closing')}
                </th>
                <td>
                  <Money amount={closing} asset={currency} precision="exact" />
                </td>
              </tr>
            </Table>
          </Section>
        ))}
      <Days days={report.days} />
    </>
  );
}

function Days({ days }: { days: Movements['days'] }) {
  const { t } = useTranslation('console');
  if (days === null) return <p className={styles.note}>{t('reports.daysInCsv')}</p>;
  if (days.length === 0) return null;
  return (
    <Section title={t('reports.byDay')} testId="days">
      <Table heads={[t('reports.utcDay'), t('reports.amount')]}>
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
      </Table>
    </Section>
  );
}

export function TradeTables({ report: { pairs } }: { report: Trades }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  return tradeVenues
    .filter((venue) => pairs.some((pair) => pair.venue === venue))
    .map((venue) => (
      <Section key={venue} title={t(`reports.venues.${venue}`)} testId={`traded-${venue}`}>
        <Table heads={[t('reports.pair'), t('reports.count'), t('reports.amount')]}>
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
        </Table>
      </Section>
    ));
}

export function LiabilityTables({ report: { assets } }: { report: Liabilities }) {
  const { t } = useTranslation('console');
  return assets.map(({ currency, liabilities, house }) => (
    <Section key={currency} title={currency} testId={`owed-${currency}`}>
      <Table heads={[t('reports.what'), t('reports.amount')]}>
        <tr className={styles.sum}>
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
      </Table>
    </Section>
  ));
}

function Section({ title, testId, children }: { title: string; testId: string; children: ReactNode }) {
  return (
    <section className={styles.section} data-testid={testId}>
      <h3 className={styles.sectionTitle}>
        <bdi>{title}</bdi>
      </h3>
      {children}
    </section>
  );
}

function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
