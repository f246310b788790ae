import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsOnline } from '../../connection.ts';
import { paths } from '../../paths.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useIsNear } from '../../ui/lazy-part.tsx';
import styles from './footer.module.css';
import type { AccountActions } from './header.tsx';

// Loads the operator's settings when the footer comes near: few people scroll that far.
const FooterSocial = lazy(async () => ({ default: (await import('./footer-social.tsx')).FooterSocial }));

/** While a page loads, the footer is in view; it leaves the view when the page arrives. */
const settledAfterMs = 300;

interface LinkGroupProps {
  title: string;
  links: readonly { to: string; label: string }[];
}

function LinkGroup({ title, links }: LinkGroupProps) {
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={styles.links}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Footer({ user }: Pick<AccountActions, 'user'>) {
  const { t } = useTranslation();
  const footer = useRef<HTMLElement>(null);
  const isNear = useIsNear(footer, { forMs: settledAfterMs });
  const isOnline = useIsOnline();
  const [isSocialWanted, setIsSocialWanted] = useState(false);
  // A browser does not retry a failed module.
  if (isNear && isOnline && !isSocialWanted) setIsSocialWanted(true);
  return (
    <footer ref={footer} className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.tagline}>{t('nav.tagline')}</p>
          <div className={styles.social}>
            {isSocialWanted && (
              <ErrorBoundary fallback={null}>
                <Suspense fallback={null}>
                  <FooterSocial />
                </Suspense>
              </ErrorBoundary>
            )}
          </div>
        </div>
        <nav aria-label={t('nav.footer')} className={styles.groups}>
          <LinkGroup
            title={t('nav.yourAccount')}
            links={
              user
                ? [
                    { to: paths.dashboard, label: t('nav.dashboard') },
                    { to: paths.profile, label: t('nav.profile') },
                  ]
                : [
                    { to: paths.login, label: t('nav.login') },
                    { to: paths.register, label: t('nav.register') },
                  ]
            }
          />
          <LinkGroup
            title={t('nav.info')}
            links={[
              { to: paths.home, label: t('nav.home') },
              { to: paths.about, label: t('nav.about') },
              { to: paths.contact, label: t('nav.contact') },
            ]}
          />
          <LinkGroup
            title={t('nav.legal')}
            links={[
              { to: paths.privacy, label: t('nav.privacy') },
              { to: paths.terms, label: t('nav.terms') },
              { to: paths.cookies, label: t('nav.cookies') },
            ]}
          />
        </nav>
      </div>
    </footer>
  );
}
