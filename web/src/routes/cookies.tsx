import { CookiePage } from '../features/public/cookie-page.tsx';

export function CookiesRoute() {
  return <CookiePage />;
}
