import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './public-page.module.css';

interface PublicPageProps {
  /** The page's heading, and the browser's title. */
  title: string;
  /** The page's summary, for readers and search engines. */
  lead: string;
  /** Below the lead: a date or a next step. */
  note?: ReactNode;
  children: ReactNode;
}

/** A public page: heading, summary and sections with generous space. */
export function PublicPage({ title, lead, note, children }: PublicPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} description={lead} />
      <header className={styles.heading}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {note && <div className={styles.note}>{note}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  children: ReactNode;
  className?: string | undefined;
}

export function Section({ title, children, className }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={clsx(styles.section, className)}>
      <h2 id={titleId} className={styles.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}
