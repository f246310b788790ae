import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { shortAddress } from '../../ui/address-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { WithdrawalEntry } from './entry.ts';
import { bookEntryOf } from './known-addresses.ts';
import styles from './withdrawals.module.css';

interface SavedAddressesProps {
  /** Those of the chosen currency. */
  book: readonly WithdrawalAddress[];
  control: Control<WithdrawalEntry>;
  onChoose: (saved: WithdrawalAddress) => void;
}

/** Fills address and memo from the address book. */
export function SavedAddresses({ book, control, onChoose }: SavedAddressesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const [currency, address, memo] = useWatch({ control, name: ['currency', 'address', 'memo'] });
  if (book.length === 0) return null;
  return (
    <SelectField
      label={t('withdraw.savedAddress')}
      placeholder={t('withdraw.chooseSaved')}
      value={bookEntryOf(book, { currency, address, memo })?.id ?? null}
      onChange={(id) => {
        const saved = book.find((entry) => entry.id === id);
        if (saved) onChoose(saved);
      }}
      options={book.map((saved) => ({
        value: saved.id,
        text: saved.label,
        content: (
          <span className={styles.saved}>
            <bdi className={styles.savedLabel}>{saved.label}</bdi>
            <bdi dir="ltr" className={styles.savedAddress}>
              {shortAddress(saved.address)}
              {saved.memo !== null && ` · ${saved.memo}`}
            </bdi>
            {saved.usableFrom !== null && (
              <span className={styles.savedWait}>
                {t('withdraw.usableFrom', {
                  time: formatDateTime(saved.usableFrom, formatTag, { hasTime: true }),
                })}
              </span>
            )}
          </span>
        ),
      }))}
    />
  );
}
