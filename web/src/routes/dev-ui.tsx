import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../api/config-query.ts';
import { DevUiPage } from '../features/dev-ui/dev-ui-page.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { NotFoundRoute } from './not-found.tsx';

/** Beside the sandbox only: on a real rail the server has no such page, and neither has the app. */
export function DevUiRoute() {
  const { data: config, isPending } = useQuery(configQuery);
  if (isPending) return <PageSkeleton />;
  return config?.rail.isSandbox ? <DevUiPage /> : <NotFoundRoute />;
}
