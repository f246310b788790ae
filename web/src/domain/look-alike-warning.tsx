import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { looksAlike } from '@mercury/contract/money/look-alike.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './look-alike-warning.module.css';

interface LookAlikeWarningProps {
  address: string;
  lookAlike: KnownAddress;
  /** The action that resolves the warning, if it belongs here. */
  children?: ReactNode;
}

/** Shows the address and the known address that it resembles, with every difference marked. */
export function LookAlikeWarning({ address, lookAlike, children }: LookAlikeWarningProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.warning} role="alert">
      <p className={styles.title}>
        <TriangleAlert size={18} aria-hidden="true" />
        {t('transfer.lookAlikeTitle')}
      </p>
      <p>{t('transfer.lookAlikeText')}</p>
      <ComparedAddress label={t('transfer.lookAlikeTyped')} address={address} other={lookAlike.address} />
      <ComparedAddress label={useKnownLabel(lookAlike)} address={lookAlike.address} other={address} />
      {children}
    </div>
  );
}

function useKnownLabel(known: KnownAddress): string {
  const { t } = useTranslation();
  switch (known.kind) {
    case 'contact':
      return t('transfer.lookAlikeContact', { name: `\u2068${known.name}\u2069` });
    case 'recent':
      return t('transfer.lookAlikeRecent');
    case 'own':
      return t('transfer.lookAlikeOwn');
    default:
      return known satisfies never;
  }
}

interface ComparedAddressProps {
  label: string;
  address: string;
  other: string;
}

function ComparedAddress({ label, address, other }: ComparedAddressProps) {
  return (
    <p className={styles.compared}>
      <span className={styles.label}>{label}</span>
      <bdi dir="ltr" className={styles.address}>
        {compareAddresses(address, other).map(({ text, isDifferent }, index) =>
          // The parts of one address never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          isDifferent ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </bdi>
    </p>
  );
}

/** An address from the person's own dealings: a contact's, one they sent to, their own. */
export type KnownAddress = { address: string } & (
  | { kind: 'contact'; name: string }
  | { kind: 'recent' }
  | { kind: 'own' }
);

/**
 * The known address that a typed one could be mistaken for; undefined if the typed one is known itself. An attacker makes an
 * address that begins and ends like a friend's and waits until the victim compares only the ends.
 */
export function findLookAlike(typed: string, known: readonly KnownAddress[]): KnownAddress | undefined {
  const address = normalizeAddress(typed.trim());
  if (!isWalletAddress(address)) return undefined;
  if (known.some((each) => normalizeAddress(each.address) === address)) return undefined;
  return known.find((each) => looksAlike(address, normalizeAddress(each.address)));
}

interface ComparedPart {
  text: string;
  isDifferent: boolean;
}

/** The address in parts, each equal to the other address or different from it, position by position. */
export function compareAddresses(address: string, other: string): readonly ComparedPart[] {
  const parts: ComparedPart[] = [];
  for (const [index, character] of Array.from(address).entries()) {
    const isDifferent = character !== other[index];
    const last = parts.at(-1);
    if (last?.isDifferent === isDifferent) last.text += character;
    else parts.push({ text: character, isDifferent });
  }
  return parts;
}
