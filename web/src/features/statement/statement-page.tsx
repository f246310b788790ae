import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { useSession } from '../../api/use-session.ts';
import { type CalendarMonth, latestMonths, startOfDay } from '../../i18n/calendar.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { Page } from '../../ui/page.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { readStatementDays, type StatementDays, statementQuery } from './queries.ts';
import { StatementDocument } from './statement-document.tsx';
import styles from './statement-page.module.css';

/** The oldest month in the select. The address allows older times. */
const monthsOffered = 24;

export function StatementPage() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(() => new Date());
  const { user } = useSession();
  const months = monthsSince(user?.createdAt, latestMonths(openedAt, formatTag, monthsOffered));
  const days = readStatementDays(search, daysOf(months[0]));
  const query = useQuery({ ...statementQuery(days), ...liveQueryOptions });
  const { data: statement } = query;
  return (
    <Page title={t('statement.title')}>
      <div className={styles.tools}>
        <Link to={paths.transactions} className={styles.back}>
          <ChevronLeft size={18} aria-hidden="true" className="flip-in-rtl" />
          {t('history.title')}
        </Link>
        <MonthPicker months={months} days={days} onChange={(next) => setSearch({ ...next })} />
        <Button
          variant="secondary"
          icon={<Printer size={18} aria-hidden="true" />}
          disabled={!statement}
          onClick={() => window.print()}
        >
          {t('statement.print')}
        </Button>
      </div>
      <Card>
        <QueryState
          query={query}
          skeleton={<StatementSkeleton />}
          failedTitle={t('statement.failedToLoad')}
          errorMessage={errorMessage}
        >
          {(loaded) => <StatementDocument statement={loaded} />}
        </QueryState>
      </Card>
      {statement && (
        <PrintSheet>
          <StatementDocument statement={statement} />
        </PrintSheet>
      )}
    </Page>
  );
}

/** There is nothing to tell of a time before the account. */
function monthsSince(createdAt: string | undefined, months: readonly CalendarMonth[]) {
  const begin = createdAt === undefined ? 0 : Date.parse(createdAt);
  return months.filter(({ lastDay }, index) => index === 0 || Number(startOfDay(lastDay, 1)) > begin);
}

function daysOf(month: CalendarMonth | undefined): StatementDays {
  return { from: month?.firstDay ?? '', to: month?.lastDay ?? '' };
}

interface MonthPickerProps {
  months: readonly CalendarMonth[];
  days: StatementDays;
  onChange: (days: StatementDays) => void;
}

function MonthPicker({ months, days, onChange }: MonthPickerProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const chosen = months.find(({ firstDay, lastDay }) => firstDay === days.from && lastDay === days.to);
  const dayText = (day: string) =>
    formatDateTime(startOfDay(day)?.toISOString() ?? '', formatTag, { hasTime: false });
  const choices = months.map(({ label, firstDay }) => ({ value: firstDay, label }));
  // Days that are no whole month come from a link. They stay until the person selects a month.
  const others = chosen ? [] : [{ value: '', label: `${dayText(days.from)} – ${dayText(days.to)}` }];
  return (
    <div className={styles.month}>
      <NativeSelectField
        label={t('statement.month')}
        value={chosen?.firstDay ?? ''}
        choices={[...others, ...choices]}
        onChange={(firstDay) => {
          const month = months.find((each) => each.firstDay === firstDay);
          if (month) onChange(daysOf(month));
        }}
      />
    </div>
  );
}

function StatementSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup className={styles.skeleton} label={t('statement.loading')}>
      <Skeleton width="12rem" height="1.5rem" />
      <Skeleton width="16rem" />
      <Skeleton height="12rem" shape="block" />
    </SkeletonGroup>
  );
}
