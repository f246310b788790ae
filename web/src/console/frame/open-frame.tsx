import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import styles from './frame.module.css';
import { AppearanceMenu, LanguageMenu } from './menus.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** Around the pages that anybody may open. */
export function OpenFrame() {
  const { t } = useTranslation('console');
  return (
    <>
      <header className={styles.header}>
        <div className={styles.brand}>
          <Logo />
          <span className={styles.mark}>{t('frame.title')}</span>
        </div>
        <div className={styles.actions}>
          <AppearanceMenu />
          <LanguageMenu />
        </div>
      </header>
      <main>
        <PageBoundary>
          <Outlet />
        </PageBoundary>
      </main>
    </>
  );
}
