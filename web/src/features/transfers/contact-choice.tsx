import { useTranslation } from 'react-i18next';
import { shortAddress } from '../../ui/address-text.tsx';
import type { SavedContact } from '../../domain/contact-email.ts';
import styles from './contact-choice.module.css';

interface ContactChoiceProps {
  contacts: readonly SavedContact[];
  onChoose: (contact: SavedContact) => void;
}

/** The contacts that have the typed email, to choose one. */
export function ContactChoice({ contacts, onChoose }: ContactChoiceProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.choice} aria-label={t('transfer.emailOfSeveral')}>
      {contacts.map((contact) => (
        <li key={contact.walletAddress}>
          <button type="button" className={styles.contact} onClick={() => onChoose(contact)}>
            <bdi className={styles.name}>{contact.name}</bdi>{' '}
            <bdi dir="ltr" className={styles.address}>
              {shortAddress(contact.walletAddress)}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
