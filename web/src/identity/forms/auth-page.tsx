import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './auth-page.module.css';

interface AuthPageProps {
  title: string;
  lead: string;
  /** For search engines; without it the page is not indexed. */
  description?: string;
  children: ReactNode;
}

/** The same form as in the dialog, on its own page. */
export function AuthPage({ title, lead, description, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} {...(description !== undefined && { description })} />
      <header className={styles.header}>
        <LogoMark size={44} />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      <Card className={styles.card}>{children}</Card>
    </div>
  );
}

/**
 * Redirects a signed-in person from a page for visitors. A person who just signed in on it already has a destination: this
 * redirect must not replace it.
 */
export function LeadOn({ to }: { to: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (window.location.pathname === pathname) void navigate(to, { replace: true });
  }, [navigate, pathname, to]);
  return null;
}
