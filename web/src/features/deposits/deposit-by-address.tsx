import type { depositBody } from '@mercury/contract/api/deposits.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { AssetLabel } from '../../domain/asset-label.tsx';
import type { AssetOffer } from '../../domain/config-query.ts';
import { useDraft, useFinishDialog } from '../../domain/drafts.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { askForMoney, showWallet } from '../../domain/wallets-query.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { DepositAddress } from './deposit-address.tsx';
import styles from './deposits.module.css';

interface DepositByAddressProps {
  offers: readonly AssetOffer[];
  initialCurrency: AssetCode;
  /** On the sandbox rail the product itself sends the payment. A real rail sees payments to the address. */
  isSandbox: boolean;
  onBusyChange: (isBusy: boolean) => void;
  onDeposited: (transaction: Transaction) => void;
}

export function DepositByAddress(props: DepositByAddressProps) {
  const { offers, initialCurrency, isSandbox, onBusyChange, onDeposited } = props;
  const { t } = useTranslation();
  const draft = useDraft('deposit', { currency: initialCurrency, amount: '' });
  const finish = useFinishDialog();
  const [{ currency, amount }, setEntry] = useState(() => usableEntry(draft.values, props));
  const [isSending, setIsSending] = useState(false);

  function change(next: DepositEntry) {
    setEntry(next);
    draft.save(next);
  }

  return (
    <div className={styles.form}>
      <SelectField
        label={t('deposit.currency')}
        value={currency}
        // An amount of one currency means nothing in another.
        onChange={(next) => change({ currency: next, amount: '' })}
        isDisabled={isSending}
        options={offers.map(({ code, network }) => ({
          value: code,
          text: `${assetName(t, code)} ${code}`,
          content: (
            <AssetLabel
              asset={code}
              name={assetName(t, code)}
              detail={network && t('deposit.network', { network: `\u2068${network}\u2069` })}
            />
          ),
        }))}
      />
      {isSandbox && (
        <PretendPaymentForm
          // The error goes with the amount.
          key={currency}
          currency={currency}
          typed={amount}
          onType={(typed) => change({ currency, amount: typed })}
          onBusyChange={(isBusy) => {
            setIsSending(isBusy);
            onBusyChange(isBusy);
          }}
          onDeposited={(transaction) => {
            finish();
            onDeposited(transaction);
          }}
        />
      )}
      <DepositAddress currency={currency} />
    </div>
  );
}

interface DepositEntry {
  currency: AssetCode;
  amount: string;
}

/** What was typed earlier may be in a currency that is not offered any more. */
function usableEntry(entry: DepositEntry, { offers, initialCurrency }: DepositByAddressProps): DepositEntry {
  const isOffered = offers.some(({ code }) => code === entry.currency);
  return isOffered ? entry : { currency: initialCurrency, amount: '' };
}

interface PretendPaymentFormProps {
  currency: AssetCode;
  typed: string;
  onType: (typed: string) => void;
  onBusyChange: (isBusy: boolean) => void;
  onDeposited: (transaction: Transaction) => void;
}

/** The amount in the API's format; undefined unless above zero. `amountText` is a plain decimal. */
export function depositAmount(currency: AssetCode, amountText: string): string | undefined {
  const amount = parseAmount(currency, amountText);
  return amount && amount.minorUnits > 0n ? formatAmount(amount) : undefined;
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('deposit.answerLost');
  return joinedErrorMessage(error, t, { fallback: t('deposit.processingTransaction') });
}

/** Sends a payment on the pretend chain, like an outside payer. */
function PretendPaymentForm(props: PretendPaymentFormProps) {
  const { currency, typed, onType, onBusyChange, onDeposited } = props;
  const { t } = useTranslation();
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { mutate, error, isPending, reset } = useDeposit();
  const amount = depositAmount(currency, typed);

  function submit() {
    setWasSubmitted(true);
    if (amount === undefined || isPending) return;
    onBusyChange(true);
    mutate(
      { currency, amount },
      {
        onSuccess: ({ transaction }) => onDeposited(transaction),
        onSettled: () => onBusyChange(false),
      },
    );
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField
        label={t('deposit.amount')}
        asset={currency}
        amount={typed}
        onAmountChange={(next) => {
          onType(next);
          reset();
        }}
        isDisabled={isPending}
        error={wasSubmitted && amount === undefined ? t('deposit.enterValidAmount') : undefined}
        hint={t('deposit.sandboxHint')}
      />
      {error && <Notice tone="failed">{failureText(error, t)}</Notice>}
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
        {t('deposit.submit')}
      </OnlineButton>
      <span className="visually-hidden" role="status">
        {isPending ? t('deposit.processing') : ''}
      </span>
    </form>
  );
}

type DepositOrder = z.output<typeof depositBody>;

// Outlives the dialog: the same deposit after a lost answer, from a reopened dialog, still happens once.
const intentKeys = createIntentKeys('deposit');

async function send(queryClient: QueryClient, order: DepositOrder) {
  const money = await moneyActions(queryClient);
  const reply = await money.deposit({ order, idempotencyKey: intentKeys.keyFor(order) });
  intentKeys.settle(order);
  return reply;
}

function useDeposit() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (order: DepositOrder) => send(queryClient, order),
    onSuccess: (reply) => showWallet(queryClient, reply.wallet),
    onSettled: () => void askForMoney(queryClient),
  });
}
