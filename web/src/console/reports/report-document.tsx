import { productName } from '@mercury/contract/product.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/time-text.tsx';
import type { Report } from './queries.ts';
import { LiabilityTables, MovementTables, TradeTables, UtcDay } from './report-tables.tsx';
import styles from './reports.module.css';

/** A report for the screen and for print. */
export function ReportDocument({ report: { of, reply } }: { report: Report }) {
  const { t } = useTranslation('console');
  if (of === 'liabilities')
    return (
      <Document
        title={t('reports.kinds.liabilities')}
        time={<DateText at={reply.at} />}
        note={t('reports.ownClock')}
      >
        <LiabilityTables report={reply} />
      </Document>
    );
  const { from, until, madeAt } = reply;
  const time = (
    <>
      <UtcDay day={from} /> – <UtcDay day={until} />
    </>
  );
  const note = (
    <>
      {t('reports.utc')} {t('reports.madeAt')} <DateText at={madeAt} />
    </>
  );
  return of === 'trades' ? (
    <Document title={t('reports.kinds.trades')} time={time} note={note}>
      <TradeTables report={reply} />
    </Document>
  ) : (
    <Document title={t(`reports.kinds.${reply.of}`)} time={time} note={note}>
      <MovementTables report={reply} />
    </Document>
  );
}

interface DocumentProps {
  title: string;
  time: ReactNode;
  note: ReactNode;
  children: ReactNode;
}

function Document({ title, time, note, children }: DocumentProps) {
  return (
    <article className={styles.document} data-testid="report">
      <header className={styles.header}>
        <p className={styles.product}>{productName}</p>
        <p className={styles.title}>{title}</p>
        <p className={styles.time}>{time}</p>
      </header>
      {children}
      <p className={styles.note}>{note}</p>
    </article>
  );
}
