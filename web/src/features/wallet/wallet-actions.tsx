import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Plus, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { OnlineButton, useBlockingReason } from '../../ui/online-button.tsx';
import styles from './wallet-actions.module.css';

/** The actions of the dashboard. The rail can't do an undefined one, so it is not offered. */
export interface WalletActionHandlers {
  onTopUp: (() => void) | undefined;
  onDeposit: (() => void) | undefined;
  onWithdraw: (() => void) | undefined;
  onTransfer: () => void;
}

/** Five at most: two per row on a phone, within reach of a thumb. */
export function WalletActions({ onTopUp, onDeposit, onWithdraw, onTransfer }: WalletActionHandlers) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={styles.actions}>
        {onTopUp && (
          <OnlineButton size="large" icon={<Plus size={20} aria-hidden="true" />} onClick={onTopUp}>
            {t('wallet.topUp')}
          </OnlineButton>
        )}
        <ButtonLink
          size="large"
          variant="secondary"
          icon={<Repeat size={20} aria-hidden="true" />}
          to={paths.trade}
        >
          {t('trade.title')}
        </ButtonLink>
        {onDeposit && (
          <OnlineButton
            size="large"
            variant="secondary"
            icon={<ArrowDownToLine size={20} aria-hidden="true" />}
            onClick={onDeposit}
          >
            {t('wallet.deposit')}
          </OnlineButton>
        )}
        {onWithdraw && (
          <OnlineButton
            size="large"
            variant="secondary"
            icon={<ArrowUpFromLine size={20} aria-hidden="true" />}
            onClick={onWithdraw}
          >
            {t('wallet.withdraw')}
          </OnlineButton>
        )}
        <OnlineButton
          size="large"
          variant="secondary"
          icon={<ArrowLeftRight size={20} aria-hidden="true" />}
          onClick={onTransfer}
        >
          {t('wallet.transfer')}
        </OnlineButton>
      </div>
      <OfflineReason />
    </div>
  );
}

/** Says the reason once, below all actions. */
function OfflineReason() {
  const reason = useBlockingReason();
  return reason !== undefined && <p className={styles.reason}>{reason}</p>;
}
