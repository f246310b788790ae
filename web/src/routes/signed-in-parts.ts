import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from '../domain/config-query.ts';
import { walletsQuery } from '../domain/wallets-query.ts';
import { allContactsQuery } from '../features/contacts/queries.ts';
import { noticesQuery } from '../features/notices/queries.ts';
import { recentTransactionsQuery } from '../features/transactions/queries.ts';

// The dashboard, and everything around the pages of a signed-in person. Most of their visits begin there, so all of it is in one
// file.

// Signing out, and its message, must work without a connection too.
export { confirmSignOut } from '../identity/session/tell-sign-outs.ts';
export { LiveUpdatesPart } from '../features/live/use-live-updates.ts';
export { NoticesBell } from '../features/notices/notices-bell.tsx';
export { ProofDialogHost } from '../identity/proof/proof-dialog-host.tsx';
export { DashboardRoute } from './dashboard.tsx';
export { MoneyDialogs } from './money-dialogs.tsx';
export { Upkeep } from './upkeep.tsx';

/** Requested early if the dashboard will be shown. */
const balanceUrl = '/v1/wallets/balance';

/** An answer that is almost here is worth this wait. Nobody wants to look at an empty page for longer. */
const patienceMs = 300;

/**
 * Takes the answers to the requests that boot.js sent for the dashboard, so that it renders once. The part that shows a failed
 * one fetches it again and reports the failure.
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
