import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './auth-page.module.css';

interface AuthPageProps {
  title: string;
  lead: string;
  /** Without it search engines don't index the page. */
  description?: string;
  children: ReactNode;
}

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

/** A person who has just signed in on this page already has a destination, which this must not replace. */
export function LeadOn({ to }: { to: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (window.location.pathname === pathname) void navigate(to, { replace: true });
  }, [navigate, pathname, to]);
  return null;
}
