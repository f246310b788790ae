import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { joinedErrorMessage } from '../api/error-message.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { AmountField } from '../ui/amount-field.tsx';
import styles from '../ui/form.module.css';
import { Modal } from '../ui/modal.tsx';
import { moneyText } from '../ui/money-parts.ts';
import { Notice } from '../ui/notice.tsx';
import { OnlineButton } from '../ui/online-button.tsx';
import { Outcome, WaitingMark } from '../ui/outcome.tsx';
import { toast } from '../ui/toast.ts';
import { useDraft, useForgetDrafts } from './drafts.ts';
import { useLeaveForPayment } from './leave-for-payment.ts';
import { type PaymentQuote, type PaymentTerms, quotePayment } from './payment-quote.ts';

/** The form's messages to its dialog. */
export interface PaymentSteps {
  isBusy: boolean;
  onBusyChange: (isBusy: boolean) => void;
  onPayment: (paymentUrl: string) => void;
}

interface PaymentModalProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** Why the dialog can't close while a command runs. */
  cannotClose: string;
  redirecting: string;
  redirectingText: string;
  children: (steps: PaymentSteps) => ReactNode;
}

/** A dialog that leads to a payment page. */
export function PaymentModal({ redirecting, redirectingText, cannotClose, ...props }: PaymentModalProps) {
  const { isOpen, onClose, title, description, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const { isLeaving, leaveFor } = useLeaveForPayment(onClose);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={isLeaving ? undefined : description}
      dismissal={isBusy || isLeaving ? 'none' : 'free'}
      dismissWarning={cannotClose}
    >
      {isLeaving ? (
        <Outcome mark={<WaitingMark />} title={redirecting} text={redirectingText} />
      ) : (
        children({ isBusy, onBusyChange: setIsBusy, onPayment: leaveFor })
      )}
    </Modal>
  );
}

interface PaymentTexts {
  amount: string;
  enterValidAmount: string;
  tooSmall: (amount: string) => string;
  tooLarge: (amount: string) => string;
  submit: string;
  /** Announced while the payment opens. */
  processing?: string;
  opened: string;
  failed: string;
  /** It is unknown whether the payment was opened. */
  answerLost: string;
}

interface PaymentFormProps extends Pick<PaymentSteps, 'onBusyChange' | 'onPayment'> {
  terms: PaymentTerms;
  texts: PaymentTexts;
  /** A reply without an address needs no page. */
  command: {
    mutate: (
      amountUsd: string,
      told: { onSuccess: (opened: { paymentUrl: string | null }) => void; onSettled: () => void },
    ) => void;
    error: Error | null;
    isPending: boolean;
    reset: () => void;
  };
  onDone: () => void;
  /** Above the field. */
  intro?: ReactNode;
  /** Between the field and the button: the amount's result. */
  children: (entered: {
    usd: string;
    quote: PaymentQuote;
    onChange: (usd: string) => void;
    isDisabled: boolean;
  }) => ReactNode;
}

export function PaymentForm({ terms, texts, command, intro, children, ...on }: PaymentFormProps) {
  const { t } = useTranslation();
  const draft = useDraft('payment', { usd: '' });
  const forgetDrafts = useForgetDrafts();
  const [usd, setUsd] = useState(draft.values.usd);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { mutate, error, isPending, reset } = command;
  const quote = quotePayment(usd, terms);
  const problem = useQuoteProblem(quote, terms, texts);
  const isAboutAmount = error instanceof ApiError && error.code === 'LevelLimitReached';

  function change(next: string) {
    setUsd(next);
    draft.save({ usd: next });
    reset();
  }

  function submit() {
    setWasSubmitted(true);
    if (quote.state !== 'payable' || isPending) return;
    on.onBusyChange(true);
    mutate(quote.usd, {
      onSuccess: ({ paymentUrl }) => {
        forgetDrafts();
        if (paymentUrl !== null) return on.onPayment(paymentUrl);
        toast.success(texts.opened);
        on.onDone();
      },
      onSettled: () => on.onBusyChange(false),
    });
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
      {intro}
      <AmountField
        label={texts.amount}
        asset="USD"
        amount={usd}
        onAmountChange={change}
        isDisabled={isPending}
        error={isAboutAmount ? error.message : wasSubmitted ? problem : undefined}
      />
      {children({ usd, quote, onChange: change, isDisabled: isPending })}
      {error && !isAboutAmount && <Notice tone="failed">{failureText(error, texts, t)}</Notice>}
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
        {texts.submit}
      </OnlineButton>
      {texts.processing !== undefined && (
        <span className="visually-hidden" role="status">
          {isPending ? texts.processing : ''}
        </span>
      )}
    </form>
  );
}

function failureText(error: Error, { answerLost, failed }: PaymentTexts, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return answerLost;
  return joinedErrorMessage(error, t, { fallback: failed });
}

function useQuoteProblem(quote: PaymentQuote, terms: PaymentTerms, texts: PaymentTexts): string | undefined {
  const formatTag = useFormatTag();
  switch (quote.state) {
    case 'payable':
      return undefined;
    case 'invalid':
      return texts.enterValidAmount;
    case 'tooSmall':
      return texts.tooSmall(moneyText(terms.usdMin, 'USD', formatTag));
    case 'tooLarge':
      return texts.tooLarge(moneyText(terms.usdMax, 'USD', formatTag));
    default:
      return quote satisfies never;
  }
}
