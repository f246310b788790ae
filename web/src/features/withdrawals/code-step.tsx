import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { withdrawalVerifications } from '@mercury/contract/api/withdrawals.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import type { CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { codeOf, isCodeFull } from '../../ui/code-entry.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useCodeEntry, useSubmitWhenFull } from '../../ui/use-code-entry.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { useResendCode, type useVerifyWithdrawal } from './use-withdrawal.ts';
import styles from './withdrawals.module.css';

interface CodeStepProps {
  transaction: Transaction;
  /** Where the code comes from. */
  verification: (typeof withdrawalVerifications)[number];
  verify: ReturnType<typeof useVerifyWithdrawal>;
}

function failureText(error: Error, t: TFunction): string {
  const isRefused = error instanceof ApiError && error.isRefusal;
  return isRefused ? errorMessage(error, t) : t('withdraw.verifyFailed');
}

function useConfirmation(
  boxes: RefObject<CodeBoxesHandle | null>,
  { mutate, isPending }: CodeStepProps['verify'],
) {
  const { t } = useTranslation();
  const entry = useCodeEntry(boxes);

  function submit() {
    if (isPending) return;
    if (!isCodeFull(entry.characters)) {
      entry.ask(t('withdraw.enterFullCode'));
      return;
    }
    mutate(codeOf(entry.characters), {
      onError: (error) => entry.refuse(failureText(error, t), error instanceof ApiError && error.isRefusal),
    });
  }

  return { entry, submit };
}

/** Takes the code that confirms exactly this withdrawal, and shows the withdrawal once more. */
export function CodeStep({ transaction, verification, verify }: CodeStepProps) {
  const { t } = useTranslation();
  const { isPending } = verify;
  const boxes = useRef<CodeBoxesHandle>(null);
  const { entry, submit } = useConfirmation(boxes, verify);
  useSubmitWhenFull(entry.characters, submit);
  // The button that led here is gone. In the next frame the dialog would take the lost focus, so this takes it at once.
  useLayoutEffect(() => boxes.current?.focus(), [boxes]);
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        {verification === 'email' ? t('withdraw.emailCodeText') : t('withdraw.appCodeText')}
      </p>
      <p className={styles.asked}>
        <Money amount={transaction.amount} asset={transaction.currency} />
        {transaction.counterparty !== null && <AddressText address={transaction.counterparty} isWhole />}
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CodeField
          kind="characters"
          ref={boxes}
          label={t('withdraw.codeLabel')}
          value={entry.characters}
          onChange={entry.change}
          error={entry.problem?.text}
          isDisabled={isPending}
          isNumeric={verification === 'app'}
        />
        <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
          {t('withdraw.verify')}
        </OnlineButton>
      </form>
      {transaction.waitsUntil !== null && <CodeTimeLeft endsAt={transaction.waitsUntil} />}
      {verification === 'email' && <ResendCode transaction={transaction} />}
      <CancelWithdrawal transaction={transaction} isDisabled={isPending} />
    </div>
  );
}

/** The time left for the code. At its end, the server is asked about the withdrawal. */
export function CodeTimeLeft({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const queryClient = useQueryClient();
  const secondsLeft = useSecondsLeft(Date.parse(endsAt));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) void askAgain(queryClient, topicKey('transactions'));
  }, [isOver, queryClient]);
  return (
    <p className={styles.aside} role="timer">
      {t('withdraw.timeLeft')} <bdi className={styles.time}>{formatCountdown(secondsLeft, formatTag)}</bdi>
    </p>
  );
}

/** The server sends one mail a minute. */
const cooldownMs = 60_000;

function ResendCode({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  // The first code was sent with the withdrawal, by the server's clock.
  const [coolsUntilMs, setCoolsUntilMs] = useState(
    () => Math.min(Date.parse(transaction.createdAt), Date.now()) + cooldownMs,
  );
  const secondsLeft = useSecondsLeft(coolsUntilMs);
  const coolDown = () => setCoolsUntilMs(Date.now() + cooldownMs);
  const resend = useResendCode(transaction);

  function send() {
    resend.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('withdraw.codeSent'));
        coolDown();
      },
      onError: (error) => {
        toast.error(errorMessage(error, t));
        if (error instanceof ApiError && error.code === 'RateLimitExceeded') coolDown();
      },
    });
  }

  return (
    <>
      <p className={styles.aside}>
        {t('withdraw.noCode')}{' '}
        <Button variant="link" disabled={secondsLeft > 0} isBusy={resend.isPending} onClick={send}>
          {secondsLeft > 0
            ? t('withdraw.resendIn', { time: formatCountdown(secondsLeft, formatTag) })
            : t('withdraw.resend')}
        </Button>
      </p>
      {resend.error && <Notice tone="failed">{errorMessage(resend.error, t)}</Notice>}
    </>
  );
}
