import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/logo.tsx';
import type { AccountActions } from './header.tsx';
import styles from './footer.module.css';

export function Footer({ user }: Pick<AccountActions, 'user'>) {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <Logo />
        <nav aria-label={t('nav.footer')} className={styles.links}>
          {user ? (
            <>
              <Link to={paths.dashboard}>{t('nav.dashboard')}</Link>
              <Link to={paths.profile}>{t('nav.profile')}</Link>
            </>
          ) : (
            <>
              <Link to={paths.login}>{t('nav.login')}</Link>
              <Link to={paths.register}>{t('nav.register')}</Link>
            </>
          )}
        </nav>
      </div>
    </footer>
  );
}
