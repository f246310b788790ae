import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { configQuery } from '../domain/config-query.ts';
import { useSession } from '../api/use-session.ts';
import { balanceQuery } from '../domain/wallets-query.ts';
import { useIsOnline } from '../connection.ts';
import { ContactsPanel } from '../features/contacts/contacts-panel.tsx';
import { TransactionList } from '../features/transactions/transaction-list.tsx';
import { AssetList } from '../features/wallet/asset-list.tsx';
import { BalanceCard, MoneyModeBadge } from '../features/wallet/balance-card.tsx';
import { WalletLinks } from '../features/wallet/wallet-links.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useContactName } from './connected-transfer.tsx';
import { type DashboardDialog, DashboardDialogs, useDashboardDialogs } from './dashboard-dialogs.tsx';
import styles from './dashboard.module.css';

const RenewalDialog = lazyPart(
  async () => (await import('../identity/factors/set-up-dialog.tsx')).RenewalDialog,
);

export function DashboardRoute() {
  const { user } = useSession();
  const { t } = useTranslation();
  const { data: wallet } = useQuery(balanceQuery);
  const isOnline = useIsOnline();
  const nameOf = useContactName();
  const dialogs = useDashboardDialogs();
  const { open } = dialogs;
  const offers = useOffers(open);
  const renewal = useRenewalOffer();

  // The guards let only signed-in people through. While the session ends, there is nobody to show.
  if (!user) return null;
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.dashboard')} />
      <h1 className={styles.greeting}>
        {t('dashboard.greeting', { name: `\u2068${user.name || user.username}\u2069` })}
      </h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <BalanceCard {...offers} onTransfer={() => open({ kind: 'transfer' })} badge={<MoneyModeBadge />} />
          <AssetList
            onDeposit={(currency) => open({ kind: 'deposit', currency })}
            onWithdraw={(currency) => open({ kind: 'withdraw', currency })}
            onTransfer={(currency) => open({ kind: 'transfer', currency })}
          />
          <TransactionList
            nameOf={nameOf}
            onTopUp={offers.onTopUp}
            onEnterCode={(transaction) => open({ kind: 'withdrawalCode', transaction })}
          />
        </div>
        <div className={styles.side}>
          <ContactsPanel
            onSend={
              wallet && isOnline
                ? ({ walletAddress }) => open({ kind: 'transfer', recipientAddress: walletAddress })
                : undefined
            }
          />
          <WalletLinks hasWithdrawals={offers.onWithdraw !== undefined} />
        </div>
      </div>
      <DashboardDialogs {...dialogs} hasTwoFactor={user.twoFactorEnabled} />
      {renewal.wasAsked && (
        <RenewalDialog user={user} isOpen={renewal.isOpen} onClose={renewal.close} onGiveUp={renewal.close} />
      )}
    </div>
  );
}

/** What the rail can do. Until that is known everything is offered, and the server refuses what is impossible. */
function useOffers(open: (dialog: DashboardDialog) => void) {
  const { data: config } = useQuery(configQuery);
  const canTopUp = config?.rail.canTopUp ?? true;
  const canDeposit = config?.assets.some((asset) => asset.canDeposit) ?? true;
  const canWithdraw = config?.assets.some((asset) => asset.canWithdraw) ?? true;
  return {
    onTopUp: canTopUp ? () => open({ kind: 'topUp' }) : undefined,
    onDeposit: canDeposit ? () => open({ kind: 'deposit' }) : undefined,
    onWithdraw: canWithdraw ? () => open({ kind: 'withdraw' }) : undefined,
  };
}

/** A sign-in with a recovery code leaves this in the history's entry. */
function asksForRenewal(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'renewsTwoFactor' in state &&
    state.renewsTwoFactor === true
  );
}

/** Offers a new two-factor set-up once. The answer clears the history's entry, so no reload or back button asks again. */
function useRenewalOffer() {
  const location = useLocation();
  const navigate = useNavigate();
  const [wasAsked] = useState(() => asksForRenewal(location.state));
  return {
    wasAsked,
    isOpen: asksForRenewal(location.state),
    close: () =>
      void navigate(`${location.pathname}${location.search}${location.hash}`, { replace: true, state: null }),
  };
}
