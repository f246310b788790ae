import type { User } from '@mercury/contract/api/users.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { keepGreeting } from '../api/last-known.ts';
import { configQuery } from '../domain/config-query.ts';
import { type DialogAddress, useDialogAddress } from '../domain/dialog-address.ts';
import { useSession } from '../api/use-session.ts';
import { balanceQuery } from '../domain/wallets-query.ts';
import { useIsOnline } from '../connection.ts';
import { ContactsPanel } from '../features/contacts/contacts-panel.tsx';
import { TransactionList } from '../features/transactions/transaction-list.tsx';
import { AssetList } from '../features/wallet/asset-list.tsx';
import { BalanceCard, MoneyModeBadge } from '../features/wallet/balance-card.tsx';
import { useIsGetStartedListed } from '../features/wallet/first-steps-memory.ts';
import { GetStarted } from '../features/wallet/get-started.tsx';
import { WalletLinks } from '../features/wallet/wallet-links.tsx';
import { passkeysQuery } from '../identity/security/queries.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { usePartsInTurn } from '../ui/in-turn.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useContactName } from './connected-transfer.tsx';
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
  const { open } = useDialogAddress();
  const offers = useOffers(open);
  const onAddMoney = offers.onTopUp || offers.onDeposit ? () => open({ kind: 'add-money' }) : undefined;
  const renewal = useRenewalOffer();
  // The guards let only signed-in people through. While the session ends, there is nobody to show.
  if (!user) return null;
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.home')} />
      <Greeting user={user} />
      <Columns
        beginning={
          <>
            <BalanceCard
              {...offers}
              onAddMoney={onAddMoney}
              onSend={() => open({ kind: 'send' })}
              onTransfer={() => open({ kind: 'transfer' })}
              badge={<MoneyModeBadge />}
            />
            <FirstSteps user={user} onAddMoney={onAddMoney} />
          </>
        }
        assets={
          <AssetList
            onDeposit={(currency) => open({ kind: 'deposit', currency })}
            onWithdraw={(currency) => open({ kind: 'withdraw', currency })}
            onTransfer={(currency) => open({ kind: 'transfer', currency })}
          />
        }
        transactions={<TransactionList nameOf={nameOf} onTopUp={offers.onTopUp} />}
        side={
          <>
            <ContactsPanel
              onSend={
                wallet && isOnline
                  ? ({ walletAddress }) => open({ kind: 'transfer', to: walletAddress })
                  : undefined
              }
            />
            <WalletLinks hasWithdrawals={offers.onWithdraw !== undefined} />
          </>
        }
      />
      {renewal.wasAsked && (
        <RenewalDialog user={user} isOpen={renewal.isOpen} onClose={renewal.close} onGiveUp={renewal.close} />
      )}
    </div>
  );
}

type Part = 'beginning' | 'assets' | 'transactions' | 'side';

/** The beginning at once, the other parts in turn. A component of its own: what is shown already does not render again. */
function Columns({ beginning, assets, transactions, side }: Readonly<Record<Part, ReactNode>>) {
  const { shownCount, isWhole } = usePartsInTurn(3);
  return (
    <div className={clsx(styles.columns, !isWhole && styles.growing)}>
      <div className={styles.main}>
        {beginning}
        {shownCount > 0 && assets}
        {shownCount > 1 && transactions}
      </div>
      {isWhole && <div className={styles.side}>{side}</div>}
    </div>
  );
}

/** Remembered, so that the next visit begins with it. */
export function Greeting({ user }: { user: Pick<User, 'name' | 'username'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const text = t('dashboard.greeting', { name: `\u2068${user.name || user.username}\u2069` });
  useEffect(() => keepGreeting({ locale, text }), [locale, text]);
  return <h1 className={styles.greeting}>{text}</h1>;
}

interface FirstStepsProps {
  user: User;
  onAddMoney: (() => void) | undefined;
}

/** Passkeys are asked for only where nothing else protects the account. */
function FirstSteps({ user, onAddMoney }: FirstStepsProps) {
  const isListed = useIsGetStartedListed(user.id);
  const passkeys = useQuery({ ...passkeysQuery, enabled: isListed && !user.twoFactorEnabled });
  if (!isListed || passkeys.error) return null;
  const hasPasskey = passkeys.data && passkeys.data.length > 0;
  return <GetStarted user={user} isSecured={user.twoFactorEnabled || hasPasskey} onAddMoney={onAddMoney} />;
}

/** What the rail can do. Until that is known everything is offered, and the server refuses what is impossible. */
function useOffers(open: (dialog: DialogAddress) => void) {
  const { data: config } = useQuery(configQuery);
  const canTopUp = config?.rail.canTopUp ?? true;
  const canDeposit = config?.assets.some((asset) => asset.canDeposit) ?? true;
  const canWithdraw = config?.assets.some((asset) => asset.canWithdraw) ?? true;
  return {
    onTopUp: canTopUp ? () => open({ kind: 'top-up' }) : undefined,
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
