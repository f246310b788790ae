import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { WalletCards } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Config } from '../../api/config-query.ts';
import { EmptyState } from '../../ui/state-message.tsx';
import { type WithdrawalEntry, orderOf } from './entry.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { type Source, firstOf, sourcesOf } from './sources.ts';
import { useWithdraw } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawReview } from './withdraw-review.tsx';
import type { WithdrawalStep } from './withdrawal-modal.tsx';
import { WithdrawalProgress } from './withdrawal-progress.tsx';

interface WithdrawalFlowProps {
  config: Config;
  wallets: readonly Wallet[];
  /** Withdrawals go to addresses of the book only. */
  isBookOnly: boolean;
  onDeposit: (currency: AssetCode) => void;
  currency: AssetCode | undefined;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

export function WithdrawalFlow({ wallets, currency, isBookOnly, ...rest }: WithdrawalFlowProps) {
  const { t } = useTranslation();
  const sources = sourcesOf({ assets: rest.config.assets, wallets, isBookOnly });
  const first = firstOf(sources, currency);
  if (!first) {
    return <EmptyState icon={<WalletCards size={24} />} title={t('withdraw.notOffered')} />;
  }
  return <OpenFlow {...rest} sources={sources} first={first} />;
}

interface OpenFlowProps extends Pick<WithdrawalFlowProps, 'config' | 'onDeposit' | 'onStep' | 'onDone'> {
  sources: readonly Source[];
  first: Source;
}

function OpenFlow({ config, sources, first, onDeposit, onStep, onDone }: OpenFlowProps) {
  const [entry, setEntry] = useState<WithdrawalEntry>({
    currency: first.wallet.currency,
    amount: '',
    address: first.offer.exampleAddress ?? '',
    memo: '',
  });
  // The wallet as it was reviewed: news of the withdrawal itself may come before its answer. What it costs is what holds now.
  const [reviewed, setReviewed] = useState<Wallet | null>(null);
  const offer = sources.find(({ wallet }) => wallet.currency === entry.currency)?.offer ?? first.offer;
  const [refusal, setRefusal] = useState<Refusal>();
  const { mutate, reset, data, error, isPending } = useWithdraw();

  const name = reviewed === null ? 'form' : 'review';
  const hasReply = data !== undefined;
  useEffect(() => {
    // From the reply on, the progress tells where it stands.
    if (!hasReply) onStep({ name, isBusy: isPending });
  }, [hasReply, isPending, name, onStep]);

  function confirm(fee: string) {
    mutate(orderOf(entry, fee), {
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
        source={{ wallet: reviewed, offer }}
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
      onDeposit={onDeposit}
      onReview={(checked, source) => {
        setEntry(checked);
        setRefusal(undefined);
        setReviewed(source.wallet);
      }}
    />
  );
}
