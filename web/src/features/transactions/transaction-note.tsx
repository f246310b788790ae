import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Detail } from '../../ui/detail-list.tsx';
import styles from './transaction-note.module.css';

/** Plain text in any case: what looks like an address in it is no link. */
export function TransactionNote({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { id, note, isNoteFromStranger } = transaction;
  if (note === null || note === '') return null;
  return (
    <Detail label={t('transaction.note')} isStacked>
      {isNoteFromStranger ? (
        <>
          <p className={styles.warning}>{t('transaction.noteFromStranger')}</p>
          {/* Each note is asked for by itself. */}
          <FoldedNote key={id} note={note} />
        </>
      ) : (
        <bdi>{note}</bdi>
      )}
    </Detail>
  );
}

function FoldedNote({ note }: { note: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {isOpen ? t('transaction.hideNote') : t('transaction.showNote')}
      </summary>
      <bdi>{note}</bdi>
    </details>
  );
}

/** For paper, which can't fold it. */
export function withoutStrangersNote(transaction: Transaction): Transaction {
  return transaction.isNoteFromStranger ? { ...transaction, note: null } : transaction;
}
