import type { ReactNode } from 'react';
import styles from './card-page.module.css';
import { PageHead } from './page-head.tsx';

interface CardPageProps {
  /** The browser's title. The card has the heading. */
  title: string;
  children: ReactNode;
}

/** A page that is one card, for whoever has its link: nothing around it but the site's header and footer. */
export function CardPage({ title, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <section className={styles.card}>{children}</section>
    </div>
  );
}
