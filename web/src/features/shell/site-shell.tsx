import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { type AccountActions, Header } from './header.tsx';
import styles from './site-shell.module.css';

interface SiteShellProps {
  account: AccountActions;
  isHeaderFixed: boolean;
  children: ReactNode;
}

export function SiteShell({ account, isHeaderFixed, children }: SiteShellProps) {
  return (
    <div className={styles.shell}>
      <Header {...account} isFixed={isHeaderFixed} />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer user={account.user} />
    </div>
  );
}
