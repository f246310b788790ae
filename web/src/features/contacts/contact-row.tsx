import type { Contact } from '@mercury/contract/api/contacts.ts';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { shortAddress } from '../../ui/address-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './contact-row.module.css';
import { useToggleFavorite } from './queries.ts';

interface ContactRowProps {
  contact: Contact;
  /** Undefined while the action is unavailable. */
  onChoose: (() => void) | undefined;
  /** The press action, for screen readers. */
  chooseLabel: string;
  /** More actions, at the end of the row. */
  action?: ReactNode;
}

export function ContactRow({ contact, onChoose, chooseLabel, action }: ContactRowProps) {
  const { t } = useTranslation();
  const { mutate: toggleFavorite, error } = useToggleFavorite();
  const { name, walletAddress, isFavorite, email } = contact;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.contact}
        onClick={onChoose}
        disabled={!onChoose}
        title={chooseLabel}
      >
        <span className={styles.avatar} aria-hidden="true">
          {Array.from(name)[0]?.toUpperCase()}
        </span>
        <span className={styles.text}>
          <bdi className={styles.name}>{name}</bdi>
          <bdi dir="ltr" className={styles.address}>
            {shortAddress(walletAddress)}
          </bdi>
          {email !== undefined && (
            <bdi dir="ltr" className={styles.email}>
              <WholeEmail email={email} />
            </bdi>
          )}
        </span>
      </button>
      <IconButton
        label={isFavorite ? t('contacts.removeFavorite', { name }) : t('contacts.addFavorite', { name })}
        aria-pressed={isFavorite}
        className={styles.star}
        onClick={() => toggleFavorite(contact)}
      >
        <Star size={18} aria-hidden="true" />
      </IconButton>
      {action}
      {error && <ProblemLine>{errorMessage(error, t, { fallback: t('contacts.failedToSave') })}</ProblemLine>}
    </li>
  );
}

/** A person is known by the whole of it: it breaks before its domain rather than lose its end. */
function WholeEmail({ email }: { email: string }) {
  const domainStart = Math.max(0, email.lastIndexOf('@'));
  return (
    <>
      {email.slice(0, domainStart)}
      <wbr />
      {email.slice(domainStart)}
    </>
  );
}

export function ContactListSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t('contacts.loading')}>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="2.25rem" height="2.25rem" shape="circle" />
          <span className={styles.skeletonText}>
            <Skeleton width="6rem" />
            <Skeleton width="9rem" height="0.75em" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  );
}
