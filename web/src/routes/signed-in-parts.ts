import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from '../domain/config-query.ts';
import { walletsQuery } from '../domain/wallets-query.ts';
import { allContactsQuery } from '../features/contacts/queries.ts';
import { noticesQuery } from '../features/notices/queries.ts';
import { recentTransactionsQuery } from '../features/transactions/queries.ts';

// The dashboard, and what stands around every page of a signed-in person: most of their visits begin there, so all of it
// comes in one file.

// A signed-in person can sign out, and be told so, without a connection too.
export { confirmSignOut } from '../identity/session/tell-sign-outs.ts';
export { LiveUpdatesPart } from '../features/live/use-live-updates.ts';
export { NoticesBell } from '../features/notices/notices-bell.tsx';
export { ProofDialogHost } from '../identity/proof/proof-dialog-host.tsx';
export { DashboardRoute } from './dashboard.tsx';
export { Upkeep } from './upkeep.tsx';

/** Asked for early where the dashboard is known to be shown. */
const balanceUrl = '/v1/wallets/balance';

/** Worth waiting for what is almost here; for longer nobody looks at an empty page. */
const patienceMs = 300;

/**
 * Takes what boot.js has asked for on the dashboard's behalf, so that it is drawn once. What fails is asked for again, and
 * told of, by whoever shows it.
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
