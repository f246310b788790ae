import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { withdrawalVerifications } from '@mercury/contract/api/withdrawals.ts';
import type { TFunction } from 'i18next';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { CodeBoxes, type CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { type CodeCharacters, codeOf, emptyCode, isCodeFull } from '../../ui/code-entry.ts';
import { Money } from '../../ui/money.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { CodeTimeLeft } from './code-time-left.tsx';
import { ResendCode } from './resend-code.tsx';
import type { useVerifyWithdrawal } from './use-withdrawal.ts';
import styles from './withdrawals.module.css';

/** A moment to see the last character stand there, and to take it back. */
const submitAfterMs = 500;
/** The boxes were disabled while the code was checked: they take focus again once they are not. */
const focusAfterMs = 100;

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

function useCodeEntry({ mutate, isPending }: CodeStepProps['verify']) {
  const { t } = useTranslation();
  const [characters, setCharacters] = useState(emptyCode);
  const [problem, setProblem] = useState<string>();
  const boxes = useRef<CodeBoxesHandle>(null);

  function submit() {
    if (isPending) return;
    if (!isCodeFull(characters)) {
      setProblem(t('withdraw.enterFullCode'));
      return;
    }
    mutate(codeOf(characters), {
      onError: (error) => {
        setProblem(failureText(error, t));
        setCharacters(emptyCode);
        setTimeout(() => boxes.current?.focusFirst(), focusAfterMs);
      },
    });
  }

  function change(next: CodeCharacters) {
    setProblem(undefined);
    setCharacters(next);
  }

  return { characters, change, submit, boxes, problem };
}

/** The sixth character sends the code, as wherever a code is entered. */
function useSubmitWhenFull(characters: CodeCharacters, submit: () => void): void {
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  useEffect(() => {
    if (!isCodeFull(characters)) return;
    const timer = setTimeout(() => latestSubmit.current(), submitAfterMs);
    return () => clearTimeout(timer);
  }, [characters]);
}

/** The code that confirms exactly this withdrawal, which is named once more. */
export function CodeStep({ transaction, verification, verify }: CodeStepProps) {
  const { t } = useTranslation();
  const { isPending } = verify;
  const { characters, change, submit, boxes, problem } = useCodeEntry(verify);
  useSubmitWhenFull(characters, submit);
  // The button that led here has gone. At once: the dialog would take the lost focus for itself in the next frame.
  useLayoutEffect(() => boxes.current?.focusFirst(), [boxes]);
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
        <CodeBoxes
          ref={boxes}
          label={t('withdraw.codeLabel')}
          value={characters}
          onChange={change}
          error={problem}
          isDisabled={isPending}
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
