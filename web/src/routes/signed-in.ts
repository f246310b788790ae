import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from '../api/use-session.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

// Visitors who only look around don't load any of this.
const load = () => import('./signed-in-parts.ts');

export const DashboardRoute = lazyComponent(async () => (await load()).DashboardRoute);
export const LiveUpdatesPart = lazyComponent(async () => (await load()).LiveUpdatesPart);
export const MoneyDialogs = lazyComponent(async () => (await load()).MoneyDialogs);
export const NoticesBell = lazyComponent(async () => (await load()).NoticesBell);
export const Upkeep = lazyComponent(async () => (await load()).Upkeep);
export const ProofDialogHost = lazyPart(async () => (await load()).ProofDialogHost);

/** Loads what a signed-in person's visit begins with: the code, and the answers to the requests of boot.js. */
export async function fetchSignedIn(queryClient: QueryClient): Promise<void> {
  const parts = [DashboardRoute, LiveUpdatesPart, MoneyDialogs, NoticesBell, Upkeep, ProofDialogHost];
  await Promise.all([queryClient.prefetchQuery(profileQuery), ...parts.map(({ preload }) => preload())]);
  await (await load()).takeEarlyDashboard(queryClient);
}
