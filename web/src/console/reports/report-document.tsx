import { productName } from '@mercury/contract/product.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/time-text.tsx';
import type { Report } from './queries.ts';
import { LiabilityTable, MovementTables, TradeTable, UtcDay } from './report-tables.tsx';
import styles from './reports.module.css';

interface ReportDocumentProps {
  report: Report;
  /** Alone on paper: it says itself what the page around it says on the screen. */
  isPrinted?: boolean;
}

export function ReportDocument({ report: { of, reply }, isPrinted = false }: ReportDocumentProps) {
  const { t } = useTranslation('console');
  if (of === 'liabilities')
    return (
      <Document
        title={isPrinted && t('reports.kinds.liabilities')}
        time={<DateText at={reply.at} />}
        note={t('reports.ownClock')}
      >
        <LiabilityTable report={reply} />
      </Document>
    );
  const { from, until, madeAt } = reply;
  const frame = {
    time: (
      <>
        <UtcDay day={from} /> – <UtcDay day={until} />
      </>
    ),
    note: (
      <>
        {isPrinted && t('reports.utc')} {t('reports.madeAt')} <DateText at={madeAt} />
      </>
    ),
  };
  return of === 'trades' ? (
    <Document title={isPrinted && t('reports.kinds.trades')} {...frame}>
      <TradeTable report={reply} />
    </Document>
  ) : (
    <Document title={isPrinted && t(`reports.kinds.${reply.of}`)} {...frame}>
      <MovementTables report={reply} />
    </Document>
  );
}

interface DocumentProps {
  title: string | false;
  time: ReactNode;
  note: ReactNode;
  children: ReactNode;
}

function Document({ title, time, note, children }: DocumentProps) {
  return (
    <article className={styles.document} data-testid="report">
      <header className={styles.header}>
        {title !== false && (
          <>
            <p className={styles.product}>{productName}</p>
            <p className={styles.title}>{title}</p>
          </>
        )}
        <p className={styles.time}>{time}</p>
      </header>
      {children}
      <p className={styles.note}>{note}</p>
    </article>
  );
}
