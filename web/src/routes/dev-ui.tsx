import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../domain/config-query.ts';
import { DevUiPage } from '../features/dev-ui/dev-ui-page.tsx';
import { NotFoundPage } from '../features/public/not-found-page.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';

/** Only in the sandbox: on a real rail neither the server nor the app has such a page. */
export function DevUiRoute() {
  const { data: config, isPending } = useQuery(configQuery);
  if (isPending) return <PageSkeleton />;
  return config?.rail.isSandbox ? <DevUiPage /> : <NotFoundPage />;
}
