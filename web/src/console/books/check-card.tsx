import { type BooksCheck, nightlyCheck, startBooksCheck } from '@mercury/contract/console/books.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import consoleStyles from '../console.module.css';
import styles from './books.module.css';
import { checkQuery } from './queries.ts';

/** Proves the books; it goes on when the page is left. */
export function CheckCard() {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(checkQuery);
  const start = useConsoleCommand({
    mutationFn: () => callConsole(startBooksCheck, {}),
    onSuccess: ({ check }) => client.setQueryData(checkQuery.queryKey, check),
    onError: (error) => {
      toast.error(t('books.check.notStarted'), { description: errorMessage(error, tShared) });
      // Somebody else may have begun one.
      return askAgain(client, checkQuery.queryKey);
    },
  });
  const isRunning = query.data?.endedAt === null;
  return (
    <Card
      title={t('books.check.title')}
      action={
        <Button
          variant="secondary"
          size="small"
          isBusy={start.isPending || isRunning}
          onClick={() => start.mutate()}
        >
          {t('books.check.start')}
        </Button>
      }
    >
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('books.loading')} heights={['3rem']} />}
        failedTitle={t('books.check.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(check) =>
          check === null ? (
            <p className={consoleStyles.quiet}>{t('books.check.never')}</p>
          ) : (
            <CheckState check={check} />
          )
        }
      </QueryState>
    </Card>
  );
}

function CheckState({ check }: { check: BooksCheck }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { outcome, rulesDone, rulesTotal, startedAt, endedAt, askedBy, findings, counts } = check;
  const progress = t('books.check.progress', {
    done: formatCount(rulesDone, formatTag),
    total: formatCount(rulesTotal, formatTag),
  });
  return (
    <div className={consoleStyles.stack}>
      {outcome === null ? (
        <label>
          {progress}
          <progress className={styles.progress} value={rulesDone} max={rulesTotal} />
        </label>
      ) : (
        <Notice tone={outcome === 'right' ? 'completed' : 'failed'}>
          {t(`books.check.outcomes.${outcome}`)}
        </Notice>
      )}
      <p className={consoleStyles.quiet}>
        {askedBy === nightlyCheck ? (
          t('books.check.nightly')
        ) : (
          <>
            {t('books.check.askedBy')} <bdi>{askedBy}</bdi>
          </>
        )}{' '}
        · <DateText at={endedAt ?? startedAt} />
        {counts !== null &&
          ` · ${t('books.check.counts', {
            accounts: formatCount(Number(counts.accounts), formatTag),
            entries: formatCount(Number(counts.entries), formatTag),
          })}`}
      </p>
      {findings.length > 0 && (
        <ul className={consoleStyles.list}>
          {findings.map(({ rule, subject, detail }) => (
            <li key={`${rule} ${subject} ${detail}`} className={consoleStyles.row} data-testid="finding">
              <div className={consoleStyles.about}>
                <p className={consoleStyles.name}>
                  <bdi dir="ltr">{rule}</bdi>
                </p>
                <p className={consoleStyles.mono}>
                  <bdi dir="ltr">
                    {subject} ({detail})
                  </bdi>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
