import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { LimitUseList } from '../../domain/limit-use-list.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ListSkeleton } from './item-row.tsx';
import { limitsQuery } from './queries.ts';
import styles from './security.module.css';

/** Nothing where the operator has no levels. */
export function LevelCard() {
  const { t } = useTranslation();
  const query = useQuery(limitsQuery(useLocale()));
  // It comes only once it is known that there is something to show.
  if (query.data ? query.data.level === null : query.error === null) return null;
  return (
    <Card title={t('levels.title')}>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('levels.loading')} />}
        failedTitle={t('levels.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ level, limits }) =>
          level && (
            <>
              <p className={styles.text}>{t('levels.yours', { name: `\u2068${level.name}\u2069` })}</p>
              <LimitUseList limits={limits} />
              {limits.some(({ kind }) => kind === 'deposit') && (
                <p className={styles.text}>{t('levels.arrives')}</p>
              )}
              {!level.isHighest && (
                <p className={styles.text}>
                  {level.advice === null ? (
                    <Link to={paths.contact}>{t('levels.askForHigher')}</Link>
                  ) : (
                    <span dir="auto">{level.advice}</span>
                  )}
                </p>
              )}
            </>
          )
        }
      </QueryState>
    </Card>
  );
}
