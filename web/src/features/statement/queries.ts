import { getStatement } from '@mercury/contract/api/transactions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/topic-key.ts';
import { type Day, startOfDay } from '../../i18n/calendar.ts';

export interface StatementDays {
  /** Both count in. */
  from: Day;
  to: Day;
}

export function statementQuery({ from, to }: StatementDays) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'statement', from, to],
    queryFn: ({ signal }) =>
      call(getStatement, {
        query: { from: startOfDay(from)?.toISOString(), to: startOfDay(to, 1)?.toISOString() },
        signal,
      }),
  });
}
