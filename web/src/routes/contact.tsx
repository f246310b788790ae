import { useSession } from '../api/use-session.ts';
import { ContactPage } from '../features/public/contact-page.tsx';

export function ContactRoute() {
  const { user } = useSession();
  return <ContactPage author={{ name: user?.name ?? '', email: user?.email ?? '' }} />;
}
