import { AboutPage } from '../features/public/about-page.tsx';

export function AboutRoute() {
  return <AboutPage />;
}
