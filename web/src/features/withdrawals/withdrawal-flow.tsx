import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { WalletCards } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssetOffer, Config } from '../../api/config-query.ts';
import { EmptyState } from '../../ui/state-message.tsx';
import { toast } from '../../ui/toast.ts';
import { type WithdrawalEntry, orderOf } from './entry.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { useWithdraw } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawReview } from './withdraw-review.tsx';
import { WithdrawalProgress } from './withdrawal-progress.tsx';

export interface WithdrawalStep {
  name: 'form' | 'review' | 'code' | 'outcome';
  /** Something is under way that the dialog must not be closed on. */
  isBusy: boolean;
}

/** A wallet that can be withdrawn from, with what there is to know of its currency. */
export interface Source {
  wallet: Wallet;
  offer: AssetOffer;
}

interface WithdrawalFlowProps {
  config: Config;
  wallets: readonly Wallet[];
  currency: AssetCode | undefined;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

function sourcesOf({ assets }: Config, wallets: readonly Wallet[]): Source[] {
  return wallets.flatMap((wallet) => {
    const offer = assets.find(({ code }) => code === wallet.currency);
    return offer?.canWithdraw && wallet.canWithdraw ? [{ wallet, offer }] : [];
  });
}

/** Begins with the currency that was asked for, else with the first that there is something of. */
function firstOf(sources: readonly Source[], currency: AssetCode | undefined): Source | undefined {
  return (
    sources.find(({ wallet }) => wallet.currency === currency) ??
    sources.find(({ wallet }) => /[1-9]/.test(wallet.availableBalance)) ??
    sources[0]
  );
}

export function WithdrawalFlow({ config, wallets, currency, onStep, onDone }: WithdrawalFlowProps) {
  const { t } = useTranslation();
  const sources = sourcesOf(config, wallets);
  const first = firstOf(sources, currency);
  if (!first) {
    return <EmptyState icon={<WalletCards size={24} />} title={t('withdraw.notOffered')} />;
  }
  return <OpenFlow config={config} sources={sources} first={first} onStep={onStep} onDone={onDone} />;
}

interface OpenFlowProps extends Pick<WithdrawalFlowProps, 'config' | 'onStep' | 'onDone'> {
  sources: readonly Source[];
  first: Source;
}

function OpenFlow({ config, sources, first, onStep, onDone }: OpenFlowProps) {
  const { t } = useTranslation();
  const [entry, setEntry] = useState<WithdrawalEntry>({
    currency: first.wallet.currency,
    amount: '',
    address: first.offer.exampleAddress ?? '',
    memo: '',
  });
  // The wallet as it was reviewed: news of the withdrawal itself may come before its answer.
  const [reviewed, setReviewed] = useState<Source | null>(null);
  const [refusal, setRefusal] = useState<Refusal>();
  const { mutate, reset, data, error, isPending } = useWithdraw();

  const name = reviewed === null ? 'form' : 'review';
  const hasReply = data !== undefined;
  useEffect(() => {
    // From the reply on, the progress tells where it stands.
    if (!hasReply) onStep({ name, isBusy: isPending });
  }, [hasReply, isPending, name, onStep]);

  function confirm() {
    mutate(orderOf(entry), {
      onSuccess: ({ transaction }) => {
        if (transaction.status === 'COMPLETED') toast.success(t('withdraw.completed'));
      },
      onError: (failure) => {
        const refused = refusalOf(failure);
        if (!refused) return;
        setRefusal(refused);
        back();
      },
    });
  }

  function back() {
    reset();
    setReviewed(null);
  }

  if (data) return <WithdrawalProgress reply={data} onStep={onStep} onDone={onDone} />;
  if (reviewed) {
    return (
      <WithdrawReview
        entry={entry}
        source={reviewed}
        feeBps={config.withdrawalFeeBps}
        error={error}
        isProcessing={isPending}
        onConfirm={confirm}
        onBack={back}
      />
    );
  }
  return (
    <WithdrawForm
      entry={entry}
      sources={sources}
      feeBps={config.withdrawalFeeBps}
      refusal={refusal}
      onReview={(checked, source) => {
        setEntry(checked);
        setRefusal(undefined);
        setReviewed(source);
      }}
    />
  );
}
