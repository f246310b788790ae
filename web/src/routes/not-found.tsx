import { NotFoundPage } from '../features/public/not-found-page.tsx';

export function NotFoundRoute() {
  return <NotFoundPage />;
}
