import { PrivacyPage } from '../features/public/privacy-page.tsx';

export function PrivacyRoute() {
  return <PrivacyPage />;
}
