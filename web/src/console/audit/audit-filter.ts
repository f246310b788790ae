import { type Day, startOfDay } from '../../i18n/calendar.ts';

/** What the address carries, so that a view of the log can be kept and sent on. */
export const filterNames = ['actor', 'action', 'subject', 'from', 'until'] as const;
export type AuditFilter = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

export function readFilter(search: URLSearchParams): AuditFilter {
  const named = filterNames.flatMap((name) => {
    const text = search.get(name)?.trim() ?? '';
    const isDay = name === 'from' || name === 'until';
    return text === '' || (isDay && !startOfDay(text)) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(named);
}

export function writeFilter(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => {
      const text = filter[name]?.trim() ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

const momentOf = (day: Day | undefined, daysLater: number): string | undefined =>
  day === undefined ? undefined : startOfDay(day, daysLater)?.toISOString();

/** The call's query: days are whole ones of the reader's time zone, the last one included. */
export function queryOf({ from, until, ...texts }: AuditFilter) {
  return { ...texts, from: momentOf(from, 0), until: momentOf(until, 1) };
}
