import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import styles from './known-passkeys.module.css';

interface ListedPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

interface KnownPasskeysProps {
  passkeys: readonly ListedPasskey[];
  keptIds: readonly string[];
  onChange: (keptIds: string[]) => void;
}

/**
 * None is ticked at first: a person who replaces a password because of a stranger must not have to find the stranger's passkeys.
 */
export function KnownPasskeys({ passkeys, keptIds, onChange }: KnownPasskeysProps) {
  const { t } = useTranslation();
  const hintId = useId();
  if (passkeys.length === 0) return null;
  function keep(id: string, isKept: boolean) {
    onChange(isKept ? [...keptIds, id] : keptIds.filter((each) => each !== id));
  }
  return (
    <fieldset className={styles.group} aria-describedby={hintId}>
      <legend className={styles.legend}>{t('security.passkeys.keepTitle')}</legend>
      <p className={styles.hint} id={hintId}>
        {t('security.passkeys.keepText')}
      </p>
      {passkeys.map((passkey) => (
        <Checkbox
          key={passkey.id}
          label={<PasskeyLabel passkey={passkey} />}
          checked={keptIds.includes(passkey.id)}
          onChange={({ currentTarget }) => keep(passkey.id, currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function PasskeyLabel({ passkey: { name, createdAt, lastUsedAt } }: { passkey: ListedPasskey }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const dayOf = (at: string) => formatDateTime(at, formatTag, { hasTime: false });
  return (
    <>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.times}>
        <span>{t('security.passkeys.created', { time: dayOf(createdAt) })}</span>{' '}
        <span>
          {lastUsedAt === null
            ? t('security.passkeys.neverUsed')
            : t('security.passkeys.lastUsed', { time: dayOf(lastUsedAt) })}
        </span>
      </span>
    </>
  );
}

/** A new password removes all others. */
export function sentPasskeyIds(keptIds: readonly string[]) {
  return keptIds.length === 0 ? {} : { keepPasskeyIds: [...keptIds] };
}
