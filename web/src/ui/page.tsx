import type { ReactNode } from 'react';
import { PageHead } from './page-head.tsx';
import styles from './page.module.css';

interface PageProps {
  /** The page's heading, and the browser's title. */
  title: string;
  children: ReactNode;
}

/** A signed-in page: its heading and its content, in the content's width. */
export function Page({ title, children }: PageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
