import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { type AccountActions, Header } from './header.tsx';
import styles from './site-shell.module.css';

interface SiteShellProps {
  account: AccountActions;
  isHeaderFixed: boolean;
  /** Stands in the header of a signed-in person. */
  bell: ReactNode;
  /** About the page as a whole, under the header; stays in sight. */
  notices: ReactNode;
  children: ReactNode;
}

export function SiteShell({ account, isHeaderFixed, bell, notices, children }: SiteShellProps) {
  return (
    <div className={styles.shell}>
      <Header {...account} isFixed={isHeaderFixed} bell={bell} />
      <div className={clsx(styles.notices, isHeaderFixed && styles.belowHeader)}>{notices}</div>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer user={account.user} />
    </div>
  );
}
