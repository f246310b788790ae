import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { UserCheck, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './recipient-hint.module.css';
import type { Named, RecipientState } from './use-recipient.ts';

interface RecipientHintProps {
  named: Named;
  /** The contact's name, if a contact has the address. */
  knownName: string | undefined;
  /** What may be typed, while nothing is. */
  empty: string;
}

/** Whom it reaches, while it is typed. */
export function RecipientHint({ named, knownName, empty }: RecipientHintProps) {
  const { t } = useTranslation();
  switch (named.email?.kind) {
    case 'nobody':
      return <span role="status">{t('transfer.emailOfNobody')}</span>;
    case 'several':
      return <span role="status">{t('transfer.emailOfSeveral')}</span>;
    case 'unknown':
      return t('transfer.looking');
    case 'one':
    case undefined:
      return <ReachedHint found={named.found} knownName={knownName} empty={empty} />;
    default:
      return named.email satisfies never;
  }
}

type ReachedHintProps = Omit<RecipientHintProps, 'named'> & { found: RecipientState };

function ReachedHint({ found, knownName, empty }: ReachedHintProps) {
  const { t } = useTranslation();
  switch (found.state) {
    case 'none':
      return knownName === undefined ? empty : <KnownName name={knownName} />;
    case 'looking':
      return knownName === undefined ? t('transfer.looking') : <KnownName name={knownName} />;
    case 'refused':
      return found.error.message || t('transfer.recipientUnknown');
    case 'unknown':
      return t('transfer.recipientUnknown');
    case 'found':
      return (
        <span role="status">
          <RecipientNames recipient={found.recipient} knownName={knownName} />
        </span>
      );
    default:
      return found satisfies never;
  }
}

function KnownName({ name }: { name: string }) {
  return <bdi className={styles.knownName}>{name}</bdi>;
}

interface RecipientNamesProps {
  recipient: Recipient;
  knownName: string | undefined;
}

/** The contact's name, the username, and whether the person has paid them before. */
export function RecipientNames({ recipient, knownName }: RecipientNamesProps) {
  const { t } = useTranslation();
  const { username, isPaidBefore } = recipient;
  const Icon = isPaidBefore ? UserCheck : UserPlus;
  return (
    <span className={styles.reached}>
      {knownName !== undefined && <KnownName name={knownName} />}
      {username !== null && (
        <bdi dir="ltr" className={styles.username}>
          @{username}
        </bdi>
      )}
      <span className={styles.standing} data-first={!isPaidBefore || undefined}>
        <Icon size={14} aria-hidden="true" />
        {isPaidBefore ? t('transfer.paidBefore') : t('transfer.firstTime')}
      </span>
    </span>
  );
}
