import { HistoryCard } from './history-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PhraseCard } from './phrase-card.tsx';
import styles from './security.module.css';
import { SessionsCard } from './sessions-card.tsx';

/** How the account is protected beyond its password, where it is open, and what has happened to it. */
export function SecurityCards() {
  return (
    <div className={styles.cards}>
      <div className={styles.column}>
        <PasskeysCard />
        <SessionsCard />
      </div>
      <div className={styles.column}>
        <PhraseCard />
        <HistoryCard />
      </div>
    </div>
  );
}
