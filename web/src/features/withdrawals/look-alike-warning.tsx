import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './withdrawals.module.css';

/** The typed address resembles one of the book's and is another one: both are compared whole. */
export function LookAlikeWarning({ known }: { known: WithdrawalAddress }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Notice tone="warning">
        {t('withdraw.lookAlike', { label: `\u2068${known.label}\u2069` })}
        <span className={styles.knownAddress}>
          <AddressText address={known.address} isWhole />
        </span>
      </Notice>
    </div>
  );
}
