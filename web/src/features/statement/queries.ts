import { queryOptions } from '@tanstack/react-query';
import { topicKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { type Day, startOfDay } from '../../i18n/calendar.ts';

export function statementQuery({ from, to }: StatementDays) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'statement', from, to],
    queryFn: async ({ signal, client }) => {
      const period = { from: startOfDay(from)?.toISOString(), to: startOfDay(to, 1)?.toISOString() };
      return (await moneyActions(client)).getStatement(period, signal);
    },
  });
}

export interface StatementDays {
  /** Both days are included. */
  from: Day;
  to: Day;
}

/** The days in the address. The present month if it names no day, or if the end is before the start. */
export function readStatementDays(search: URLSearchParams, thisMonth: StatementDays): StatementDays {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const isFromDay = startOfDay(from) !== undefined;
  const isToDay = startOfDay(to) !== undefined;
  if (!isFromDay && !isToDay) return thisMonth;
  const days = { from: isFromDay ? from : to, to: isToDay ? to : thisMonth.to };
  return days.from <= days.to ? days : thisMonth;
}
