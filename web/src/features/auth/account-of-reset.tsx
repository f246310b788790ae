import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { KnownPasskeys } from '../../ui/known-passkeys.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { AccountOfCode } from './use-account-of-code.ts';
import styles from './auth.module.css';

interface AccountOfResetProps {
  account: AccountOfCode;
  keptIds: readonly string[];
  onChange: (keptIds: string[]) => void;
}

/** What a reset leaves to sign in with, and which passkeys it spares. */
export function AccountOfReset({ account, keptIds, onChange }: AccountOfResetProps) {
  const { t } = useTranslation();
  switch (account.stage) {
    case 'none':
      return null;
    case 'loading':
      return (
        <p className={styles.fine} role="status">
          {t('resetPassword.loadingAccount')}
        </p>
      );
    case 'unknown':
      return (
        <div className={styles.withMeter}>
          <Notice tone="failed">
            {t('resetPassword.accountUnknown')} {account.message}
          </Notice>
          <Button variant="secondary" onClick={account.retry}>
            {t('common.retry')}
          </Button>
        </div>
      );
    case 'known':
      return (
        <>
          <KnownPasskeys passkeys={account.passkeys} keptIds={keptIds} onChange={onChange} />
          {account.twoFactorEnabled && (
            <Notice tone="warning">
              {account.passkeys.length === 0
                ? t('resetPassword.twoFactorStaysAlone')
                : t('resetPassword.twoFactorStays')}
            </Notice>
          )}
        </>
      );
    default:
      return account satisfies never;
  }
}
