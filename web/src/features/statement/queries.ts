import { queryOptions } from '@tanstack/react-query';
import { moneyActions } from '../../api/money-actions.ts';
import { topicKey } from '../../api/topic-key.ts';
import { startOfDay } from '../../i18n/calendar.ts';
import type { StatementDays } from './statement-days.ts';

export function statementQuery({ from, to }: StatementDays) {
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'statement', from, to],
    queryFn: async ({ signal, client }) => {
      const period = { from: startOfDay(from)?.toISOString(), to: startOfDay(to, 1)?.toISOString() };
      return (await moneyActions(client)).getStatement(period, signal);
    },
  });
}
