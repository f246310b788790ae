import { figureKinds, type Business, type FigureKind } from '@mercury/contract/console/today.ts';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../domain/sparkline.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import tableStyles from '../figures-table.module.css';
import styles from './today.module.css';

/** Each figure of the last day and month with its line, and all days as a table. */
export function BusinessFigures({ business }: { business: Business }) {
  const { t } = useTranslation('console');
  return (
    <>
      <div className={styles.figures}>
        {figureKinds.map((kind) => (
          <section key={kind} className={styles.figure} data-testid={`figure-${kind}`}>
            <h3 className={styles.name}>{t(`today.figures.${kind}`)}</h3>
            <dl className={styles.spans}>
              <div>
                <dt>{t('today.lastDay')}</dt>
                <dd>
                  <Figure kind={kind} of={business.lastDay} />
                </dd>
              </div>
              <div>
                <dt>{t('today.lastMonth')}</dt>
                <dd>
                  <Figure kind={kind} of={business.lastMonth} />
                </dd>
              </div>
            </dl>
            <div className={styles.line}>
              <Sparkline values={business.days.map((day) => Number(day[kind]))} tone="level" />
            </div>
          </section>
        ))}
      </div>
      <details>
        <summary className={styles.unfold}>{t('today.byDay')}</summary>
        <Days days={business.days} />
      </details>
    </>
  );
}

function Figure({ kind, of }: { kind: FigureKind; of: Business['lastDay'] }) {
  const formatTag = useFormatTag();
  return kind === 'newPeople' ? (
    formatCount(of.newPeople, formatTag)
  ) : (
    <Money amount={of[kind]} asset="USD" />
  );
}

/** Newest first. Days are those of UTC, whatever the reader's clock says. */
function Days({ days }: { days: Business['days'] }) {
  const { t } = useTranslation('console');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={styles.scroll} role="region" aria-label={t('today.byDay')} tabIndex={0}>
      <table className={clsx(tableStyles.table, styles.days)}>
        <thead>
          <tr>
            <th scope="col">{t('today.day')}</th>
            {figureKinds.map((kind) => (
              <th key={kind} scope="col">
                {t(`today.figures.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.startsAt}>
              <th scope="row">
                <DateText at={middayOf(day.startsAt)} hasTime={false} />
              </th>
              {figureKinds.map((kind) => (
                <td key={kind}>
                  <Figure kind={kind} of={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of a UTC day: it has the same date in nearly all time zones. */
function middayOf(startsAt: string): string {
  return startsAt.replace('T00:', 'T12:');
}
