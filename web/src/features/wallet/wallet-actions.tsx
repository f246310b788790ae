import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CirclePlus,
  Plus,
  Repeat,
  SendHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { OnlineButton, useBlockingReason } from '../../ui/online-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './wallet-actions.module.css';

/** The actions of the dashboard. The rail can't do an undefined one, so it is not offered. */
export interface WalletActionHandlers {
  /** Chooses between the ways to add money. */
  onAddMoney: (() => void) | undefined;
  /** Chooses between the ways to send it. */
  onSend: () => void;
  onTopUp: (() => void) | undefined;
  onDeposit: (() => void) | undefined;
  onWithdraw: (() => void) | undefined;
  onTransfer: () => void;
}

/** The three that most people come for, and below them each way by itself. */
export function WalletActions({ onAddMoney, onSend, ...ways }: WalletActionHandlers) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={styles.actions}>
        {onAddMoney && (
          <OnlineButton size="large" icon={<Plus size={20} aria-hidden="true" />} onClick={onAddMoney}>
            {t('wallet.addMoney')}
          </OnlineButton>
        )}
        <OnlineButton
          size="large"
          variant="secondary"
          icon={<SendHorizontal size={20} aria-hidden="true" className="flip-in-rtl" />}
          onClick={onSend}
        >
          {t('wallet.send')}
        </OnlineButton>
        <ButtonLink
          size="large"
          variant="secondary"
          icon={<Repeat size={20} aria-hidden="true" />}
          to={paths.trade}
        >
          {t('trade.title')}
        </ButtonLink>
      </div>
      <Ways {...ways} />
      <OfflineReason />
    </div>
  );
}

function Ways({
  onTopUp,
  onDeposit,
  onWithdraw,
  onTransfer,
}: Pick<WalletActionHandlers, 'onTopUp' | 'onDeposit' | 'onWithdraw' | 'onTransfer'>) {
  const { t } = useTranslation();
  return (
    <div className={styles.ways}>
      <Way icon={<CirclePlus size={18} aria-hidden="true" />} onClick={onTopUp}>
        {t('wallet.topUp')}
      </Way>
      <Way icon={<ArrowDownToLine size={18} aria-hidden="true" />} onClick={onDeposit}>
        {t('wallet.deposit')}
      </Way>
      <Way icon={<ArrowUpFromLine size={18} aria-hidden="true" />} onClick={onWithdraw}>
        {t('wallet.withdraw')}
      </Way>
      <Way icon={<ArrowLeftRight size={18} aria-hidden="true" />} onClick={onTransfer}>
        {t('wallet.transfer')}
      </Way>
    </div>
  );
}

interface WayProps {
  icon: ReactNode;
  onClick: (() => void) | undefined;
  children: string;
}

function Way({ onClick, ...props }: WayProps) {
  return onClick && <OnlineButton {...props} variant="ghost" onClick={onClick} />;
}

/** Says the reason once, below all actions. */
function OfflineReason() {
  const reason = useBlockingReason();
  return reason !== undefined && <p className={styles.reason}>{reason}</p>;
}

export function WalletActionsSkeleton() {
  return (
    <div>
      <div className={styles.actions}>
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} height="3.25rem" shape="block" />
        ))}
      </div>
      <div className={styles.ways}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} width="6.5rem" height="2.75rem" shape="block" />
        ))}
      </div>
    </div>
  );
}
