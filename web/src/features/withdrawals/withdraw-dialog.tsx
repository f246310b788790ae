import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import type { Attempt, MeantOrder } from '../../domain/attempts.ts';
import { type Config, configQuery } from '../../domain/config-query.ts';
import { useContinueDialog, useFinishDialog } from '../../domain/drafts.ts';
import { useDialogStep } from '../../domain/opened-by.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import {
  firstOf,
  intentOf,
  type Source,
  sourcesOf,
  type WithdrawalEntry,
  type WithdrawalIntent,
} from './draft.ts';
import { addressBookQuery } from './queries.ts';
import { type Refusal, refusalOf, useWithdraw, withdrawalAttempts } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawReview } from './withdraw-review.tsx';
import { WithdrawalModal, WithdrawalProgress, type WithdrawalStep } from './withdrawal-modal.tsx';

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The initial choice, if the dialog opens from a wallet. */
  currency?: AssetCode | undefined;
  /** With nothing to withdraw, the person may want to deposit. */
  onDeposit: (currency: AssetCode) => void;
}

const beginning: WithdrawalStep = { name: 'form', isBusy: false };

export function WithdrawDialog({ isOpen, onClose, currency, onDeposit }: WithdrawDialogProps) {
  const [step, setStep] = useState(beginning);
  return (
    <WithdrawalModal isOpen={isOpen} onClose={onClose} step={step}>
      <WithdrawBody
        isOpen={isOpen}
        currency={currency}
        onDeposit={onDeposit}
        onStep={setStep}
        onDone={onClose}
      />
    </WithdrawalModal>
  );
}

interface WithdrawBodyProps {
  isOpen: boolean;
  currency: AssetCode | undefined;
  onDeposit: (currency: AssetCode) => void;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

function WithdrawBody(props: WithdrawBodyProps) {
  const { t } = useTranslation();
  const config = useQuery(configQuery);
  const wallets = useQuery(walletsQuery);
  const book = useQuery(addressBookQuery);
  const failed = [config, wallets].find(({ error }) => error !== null) ?? config;
  // The form's initial values depend on the book. If it can't be loaded, the server refuses what the book does not allow.
  const data =
    config.data && wallets.data && !book.isPending
      ? { config: config.data, wallets: wallets.data.wallets }
      : undefined;
  const { error, isFetching, refetch } = failed;
  return (
    <QueryState
      query={{ data, error, isFetching, refetch }}
      skeleton={
        <FormSkeleton label={t('withdraw.loading')} heights={['4.75rem', '4.25rem', '4.25rem', '3.25rem']} />
      }
      failedTitle={t('withdraw.failedToLoad')}
      errorMessage={errorMessage}
    >
      {(loaded) => <WithdrawalFlow {...props} {...loaded} isBookOnly={book.data?.isAllowListOn ?? false} />}
    </QueryState>
  );
}

interface WithdrawalFlowProps extends WithdrawBodyProps {
  config: Config;
  wallets: readonly Wallet[];
  /** Withdrawals go only to addresses of the book. */
  isBookOnly: boolean;
}

function WithdrawalFlow({ wallets, currency, isBookOnly, ...rest }: WithdrawalFlowProps) {
  const { t } = useTranslation();
  const sources = sourcesOf({ assets: rest.config.assets, wallets, isBookOnly });
  const first = firstOf(sources, currency);
  if (!first) {
    return <EmptyState icon={<WalletCards size={24} />} title={t('withdraw.notOffered')} />;
  }
  return <OpenFlow {...rest} sources={sources} first={first} />;
}

interface OpenFlowProps extends Omit<WithdrawalFlowProps, 'wallets' | 'currency' | 'isBookOnly'> {
  sources: readonly Source[];
  first: Source;
}

interface Reviewed {
  /** As it was then: an event about the withdrawal may arrive before its answer. The costs are always the present ones. */
  wallet: Wallet;
  /** The same was asked for before and got no answer. */
  isRepeat: boolean;
  /** What was confirmed: another press tries the same again. */
  attempt?: Attempt<WithdrawalIntent>;
}

/** What the person entered, what they reviewed, and the resulting withdrawal. */
function useWithdrawalFlow({ isOpen, first }: Pick<OpenFlowProps, 'isOpen' | 'first'>) {
  const step = useDialogStep('review', isOpen);
  const [entry, setEntry] = useState<WithdrawalEntry>({
    currency: first.wallet.currency,
    amount: '',
    address: first.offer.exampleAddress ?? '',
    memo: '',
  });
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [refusal, setRefusal] = useState<Refusal>();
  const { mutate, reset, data, error, isPending } = useWithdraw();
  const finish = useFinishDialog();
  const continueAs = useContinueDialog();
  return {
    entry,
    refusal,
    reply: data,
    error,
    isPending,
    goBack: step.leave,
    reviewed: step.isShown ? reviewed : undefined,
    review: (checked: WithdrawalEntry, { wallet }: Source) => {
      setEntry(checked);
      setRefusal(undefined);
      setReviewed({ wallet, isRepeat: withdrawalAttempts.isLost(intentOf(checked)) });
      reset();
      step.open();
    },
    confirm: (shown: Reviewed, fee: string, meant: MeantOrder | undefined) => {
      const attempt = shown.attempt ?? withdrawalAttempts.choose(intentOf(entry), meant);
      // Another tab may have lost one meanwhile: then the review asks.
      setReviewed({
        ...shown,
        isRepeat: shown.isRepeat || attempt === undefined,
        ...(attempt && { attempt }),
      });
      if (attempt === undefined) return;
      const onSuccess = ({ transaction: { id }, verification }: NonNullable<typeof data>) => {
        if (verification === null) finish();
        // A reload asks for the code again.
        else continueAs({ kind: 'withdrawal-code', transaction: id });
      };
      const onError = (failure: Error) => {
        const refused = refusalOf(failure);
        if (!refused) return;
        setRefusal(refused);
        step.leave();
      };
      mutate({ attempt, fee }, { onSuccess, onError });
    },
  };
}

function OpenFlow({ isOpen, config, sources, first, onDeposit, onStep, onDone }: OpenFlowProps) {
  const flow = useWithdrawalFlow({ isOpen, first });
  const { entry, reviewed, reply, isPending } = flow;
  const offer = sources.find(({ wallet }) => wallet.currency === entry.currency)?.offer ?? first.offer;
  const name = reviewed ? 'review' : 'form';
  const hasReply = reply !== undefined;
  useLayoutEffect(() => {
    // In the commit that shows it: Escape closes no dialog whose button is busy. From the reply on, the progress tells where it stands.
    if (!hasReply) onStep({ name, isBusy: isPending });
  }, [hasReply, isPending, name, onStep]);

  if (reply) return <WithdrawalProgress reply={reply} onStep={onStep} onDone={onDone} />;
  if (reviewed) {
    return (
      <WithdrawReview
        entry={entry}
        source={{ wallet: reviewed.wallet, offer }}
        feeBps={config.withdrawalFeeBps}
        isRepeat={reviewed.isRepeat}
        isAsked={reviewed.isRepeat && reviewed.attempt === undefined}
        error={flow.error}
        isProcessing={isPending}
        onConfirm={(fee, meant) => flow.confirm(reviewed, fee, meant)}
        onBack={flow.goBack}
      />
    );
  }
  return (
    <WithdrawForm
      entry={entry}
      sources={sources}
      feeBps={config.withdrawalFeeBps}
      refusal={flow.refusal}
      onDeposit={onDeposit}
      onReview={flow.review}
    />
  );
}
