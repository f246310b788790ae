import { productName } from '@mercury/contract/product.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/time-text.tsx';
import { isEmptyReport, type Report } from './queries.ts';
import { LiabilityTable, MovementTables, TradeTable, UtcDay } from './report-tables.tsx';
import styles from './reports.module.css';

interface ReportDocumentProps {
  report: Report;
  /** Alone on paper: it says itself what the page around it says on the screen. */
  isPrinted?: boolean;
}

export function ReportDocument({ report, isPrinted = false }: ReportDocumentProps) {
  const { t } = useTranslation('console');
  const { of, reply } = report;
  const isEmpty = isEmptyReport(report);
  if (of === 'liabilities')
    return (
      <Document
        title={isPrinted && t('reports.kinds.liabilities')}
        time={<DateText at={reply.at} />}
        note={t('reports.ownClock')}
        isEmpty={isEmpty}
      >
        <LiabilityTable report={reply} />
      </Document>
    );
  const { from, until, madeAt } = reply;
  const frame = {
    isEmpty,
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
  isEmpty: boolean;
  children: ReactNode;
}

function Document({ title, time, note, isEmpty, children }: DocumentProps) {
  const { t } = useTranslation('console');
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
      {isEmpty ? <p className={styles.note}>{t('reports.empty')}</p> : children}
      <p className={styles.note}>{note}</p>
    </article>
  );
}
