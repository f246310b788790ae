import { productName } from '@mercury/contract/product.ts';
import type { ReactNode } from 'react';
import styles from './page.module.css';

/** What the browser's tab says; React moves it into the head. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${productName}`}</title>;
}

interface PageProps {
  /** The page's heading, and the browser's title. */
  title: string;
  children: ReactNode;
}

/** A signed-in page: its heading and what stands below, on the content's width. */
export function Page({ title, children }: PageProps) {
  return (
    <div className={styles.page}>
      <PageTitle title={title} />
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
