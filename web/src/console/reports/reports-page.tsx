import { useQuery } from '@tanstack/react-query';
import { FileText, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { CsvButton } from '../csv-button.tsx';
import { exportReport, isEmptyReport, reportQuery } from './queries.ts';
import { isTooLong, readReport, type ReportAddress, writeReport } from './report-address.ts';
import { ReportChoice } from './report-choice.tsx';
import { ReportDocument } from './report-document.tsx';
import styles from './reports.module.css';

export function ReportsPage() {
  const { t } = useTranslation('console');
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(() => new Date());
  const address = readReport(search, openedAt);
  const canBeAsked = address.report === 'liabilities' || !isTooLong(address);
  return (
    <Page title={t('reports.title')}>
      <Card>
        <ReportChoice address={address} now={openedAt} onChoose={(next) => setSearch(writeReport(next))} />
      </Card>
      {canBeAsked && <ReportCard address={address} />}
    </Page>
  );
}

function ReportCard({ address }: { address: ReportAddress }) {
  const { t } = useTranslation('console');
  const query = useQuery(reportQuery(address));
  const { data: report } = query;
  return (
    <Card
      className={styles.report}
      title={t(`reports.kinds.${address.report}`)}
      action={
        <div className={styles.actions}>
          <Button
            variant="secondary"
            size="small"
            icon={<Printer size={16} aria-hidden="true" />}
            disabled={!report}
            onClick={() => window.print()}
          >
            {t('reports.print')}
          </Button>
          <CsvButton topic={address.report} load={() => exportReport(address)} />
        </div>
      }
    >
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('reports.loading')} heights={['10rem', '10rem']} />}
        failedTitle={t('reports.failedToLoad')}
        errorMessage={errorMessage}
        isEmpty={isEmptyReport}
        empty={
          <EmptyState icon={<FileText size={24} />} title={t('reports.empty')}>
            {t('reports.emptyText')}
          </EmptyState>
        }
      >
        {(loaded) => <ReportDocument report={loaded} />}
      </QueryState>
      {report && (
        <PrintSheet>
          <ReportDocument report={report} isPrinted />
        </PrintSheet>
      )}
    </Card>
  );
}
