import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './footer.module.css';
import type { AccountActions } from './header.tsx';
import { accountPlaces, helpPlaces, infoPlaces, legalPlaces, visitorPlaces } from './navigation.ts';
import { SocialSlot } from './social-slot.tsx';

const signInPlaces = [
  { to: paths.login, label: 'nav.login' },
  { to: paths.register, label: 'nav.register' },
] as const;

/** The landing page is no home for who is signed in: the header's "Home" leads elsewhere. */
const visitorInfoPlaces = [{ to: paths.home, label: 'nav.home' }, ...visitorPlaces, ...infoPlaces] as const;

type FooterPlace = Pick<
  | (typeof accountPlaces)[number]
  | (typeof signInPlaces)[number]
  | (typeof visitorInfoPlaces)[number]
  | (typeof helpPlaces)[number]
  | (typeof legalPlaces)[number],
  'to' | 'label'
>;

function LinkGroup({ title, places }: { title: string; places: readonly FooterPlace[] }) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={styles.links}>
        {places.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{t(label)}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of the public pages. */
export function Footer({ user }: Pick<AccountActions, 'user'>) {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.tagline}>{t('nav.tagline')}</p>
          <SocialSlot className={styles.social} />
        </div>
        <nav aria-label={t('nav.footer')} className={styles.groups}>
          <LinkGroup title={t('nav.yourAccount')} places={user ? accountPlaces : signInPlaces} />
          <LinkGroup title={t('nav.info')} places={user ? infoPlaces : visitorInfoPlaces} />
          <LinkGroup title={t('nav.support')} places={helpPlaces} />
          <LinkGroup title={t('nav.legal')} places={legalPlaces} />
        </nav>
      </div>
    </footer>
  );
}
