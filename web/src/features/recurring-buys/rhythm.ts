import type { RecurringPeriod } from '@mercury/contract/api/recurring-buys.ts';
import type { TFunction } from 'i18next';
import { formatCount } from '../../i18n/formats.ts';

interface Rhythm {
  every: RecurringPeriod;
  /** One of its times; null where none is known. */
  at: Date | null;
}

/** "Every week on Monday". Months are those that the server counts by, whichever calendar the reader's language has. */
export function rhythmText({ every, at }: Rhythm, t: TFunction, formatTag: string): string {
  if (at === null || every === 'day') return t(`recurringBuys.every.${every}`);
  if (every === 'week') {
    const weekday = new Intl.DateTimeFormat(formatTag, { weekday: 'long' }).format(at);
    return t('recurringBuys.everyWeekOn', { weekday });
  }
  return t('recurringBuys.everyMonthOn', { day: formatCount(at.getDate(), formatTag) });
}
