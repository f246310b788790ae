import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../api/config-query.ts';
import { useSession } from '../api/use-session.ts';
import { ContactsPanel } from '../features/contacts/contacts-panel.tsx';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
import { useLiveUpdates } from '../features/live/use-live-updates.ts';
import { TransactionList } from '../features/transactions/transaction-list.tsx';
import { useRenewalOffer } from '../features/two-factor/use-renewal-offer.ts';
import { BalanceCard } from '../features/wallet/balance-card.tsx';
import { balanceQuery, showWallet } from '../features/wallet/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageTitle } from '../ui/page.tsx';
import styles from './dashboard.module.css';

const TopUpDialog = lazyPart(async () => (await import('../features/topups/top-up-dialog.tsx')).TopUpDialog);
const ContactPicker = lazyPart(
  async () => (await import('../features/contacts/contact-picker.tsx')).ContactPicker,
);
const TransferDialog = lazyPart(
  async () => (await import('../features/transfers/transfer-dialog.tsx')).TransferDialog,
);
const RenewalDialog = lazyPart(
  async () => (await import('../features/two-factor/renewal-dialog.tsx')).RenewalDialog,
);

interface OpenedDialog {
  kind: 'topUp' | 'transfer';
  recipientAddress: string;
  /** Another number for each opening, so that a dialog begins anew, and can leave in its own time. */
  opening: number;
}

function useDashboardDialogs() {
  const [dialog, setDialog] = useState<OpenedDialog>();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const forget = () => setDialog(undefined);
  function open(kind: OpenedDialog['kind'], recipientAddress = '') {
    setDialog((last) => ({ kind, recipientAddress, opening: (last?.opening ?? 0) + 1 }));
    setIsOpen(true);
  }
  return { dialog, isOpen, open, close, forget };
}

export function DashboardRoute() {
  const { user } = useSession();
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const { data: wallet } = useQuery(balanceQuery);
  const nameOf = useContactName();
  const { dialog, isOpen, open, close, forget } = useDashboardDialogs();
  const renewal = useRenewalOffer();
  useLiveUpdates();

  // The guards let nobody else through; while the session ends there is nobody to show.
  if (!user) return null;
  const openTopUp = config?.rail.canTopUp === false ? undefined : () => open('topUp');
  return (
    <div className={styles.page}>
      <PageTitle title={t('nav.dashboard')} />
      <h1 className={styles.greeting}>
        {t('dashboard.greeting', { name: `\u2068${user.name || user.username}\u2069` })}
      </h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <BalanceCard
            onTopUp={openTopUp}
            onTransfer={() => open('transfer')}
            badge={config?.rail.isSandbox && <SandboxBadge />}
          />
          <TransactionList nameOf={nameOf} onTopUp={openTopUp} />
        </div>
        <ContactsPanel onSend={wallet && (({ walletAddress }) => open('transfer', walletAddress))} />
      </div>
      {dialog?.kind === 'topUp' && (
        <TopUpDialog key={dialog.opening} isOpen={isOpen} onClose={close} onGiveUp={forget} />
      )}
      {dialog?.kind === 'transfer' && wallet && (
        <ConnectedTransferDialog
          key={dialog.opening}
          isOpen={isOpen}
          onClose={close}
          onGiveUp={forget}
          recipientAddress={dialog.recipientAddress}
        />
      )}
      {renewal.wasAsked && (
        <RenewalDialog user={user} isOpen={renewal.isOpen} onClose={renewal.close} onGiveUp={renewal.close} />
      )}
    </div>
  );
}

function useContactName() {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  return (address: string | null) => (address === null ? undefined : contactNameOf(contacts, address));
}

function SandboxBadge() {
  const { t } = useTranslation();
  return (
    <span title={t('dashboard.sandboxHint')}>
      <Badge tone="warning">
        <FlaskConical size={14} aria-hidden="true" />
        {t('dashboard.sandbox')}
      </Badge>
    </span>
  );
}

interface ConnectedTransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGiveUp: () => void;
  recipientAddress: string;
}

function ConnectedTransferDialog(props: ConnectedTransferDialogProps) {
  const queryClient = useQueryClient();
  const { data: wallet } = useQuery(balanceQuery);
  const nameOf = useContactName();
  if (!wallet) return null;
  return (
    <TransferDialog
      {...props}
      wallet={wallet}
      nameOf={nameOf}
      renderContactPicker={(onChoose) => <ContactPicker onChoose={onChoose} />}
      onTransferred={(changed) => showWallet(queryClient, changed)}
    />
  );
}
