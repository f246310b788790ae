import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from '../api/config-query.ts';
import { walletsQuery } from '../api/wallets-query.ts';
import { allContactsQuery } from '../features/contacts/queries.ts';
import { noticesQuery } from '../features/notices/queries.ts';
import { recentTransactionsQuery } from '../features/transactions/queries.ts';

/** Asked for early where the dashboard is known to be shown. */
const balanceUrl = '/v1/wallets/balance';

/** What is almost here is shown at once; for longer nobody looks at nothing. */
const patienceMs = 300;

/**
 * Takes what boot.js has asked for on the dashboard's behalf, so that it is drawn once, with what it shows. What fails is
 * asked for again, and told of, by whoever shows it.
 */
export async function takeEarlyDashboard(queryClient: QueryClient): Promise<void> {
  if (globalThis.earlyAnswers?.responses.has(balanceUrl) !== true) return;
  const patience = new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  const taken = Promise.all([
    queryClient.prefetchQuery(configQuery),
    queryClient.prefetchQuery(walletsQuery),
    queryClient.prefetchQuery(recentTransactionsQuery(1)),
    queryClient.prefetchQuery(allContactsQuery),
    queryClient.prefetchQuery(noticesQuery),
  ]);
  await Promise.race([taken, patience]);
}
