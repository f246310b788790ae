import { type ReactNode, useId } from 'react';
import styles from './invitation.module.css';

interface InvitationProps {
  title: string;
  text: string;
  /** One or two large buttons. */
  children: ReactNode;
}

/** The end of a public page: the next step. */
export function Invitation({ title, text, children }: InvitationProps) {
  const titleId = useId();
  return (
    <section className={styles.invitation} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
