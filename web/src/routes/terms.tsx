import { TermsPage } from '../features/public/terms-page.tsx';

export function TermsRoute() {
  return <TermsPage />;
}
