import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { AddMoneyButton } from '../../domain/add-money-button.tsx';
import type { MeantOrder } from '../../domain/attempts.ts';
import { ConfirmActions } from '../../domain/confirm-actions.tsx';
import { type KnownAddress, LookAlikeWarning } from '../../domain/look-alike-warning.tsx';
import { RecipientNames } from '../../domain/recipient-hint.tsx';
import { AddressText } from '../../ui/address-text.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { remainingAfter, type TransferEntry, type TransferSource } from './draft.ts';
import styles from './transfer-review.module.css';

interface TransferReviewProps {
  entry: TransferEntry;
  source: TransferSource;
  /** Whom the address reaches: the money goes to this address, whatever was typed. */
  recipient: Recipient;
  recipientName: string | undefined;
  lookAlike: KnownAddress | undefined;
  /** A code of the authenticator app is needed. */
  hasTwoFactor: boolean;
  /** The same was sent before and got no answer. */
  isRepeat: boolean;
  /** Only the person can say whether they mean that one. */
  isAsked: boolean;
  error: Error | null;
  isProcessing: boolean;
  onConfirm: (twoFactorCode: string, meant: MeantOrder | undefined) => void;
  onBack: () => void;
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('transfer.answerLost');
  return joinedErrorMessage(error, t, { fallback: t('transfer.processingTransaction') });
}

/** A refusal of the code belongs to its field. The rest of the order stays valid. */
function isAboutCode(error: Error | null): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'TwoFactorCodeRequired' || error.code === 'InvalidTwoFactorCode')
  );
}

/** The review before the money leaves: the amount, the fee, what arrives, and the whole address. */
export function TransferReview(props: TransferReviewProps) {
  const { t } = useTranslation();
  const { source, recipient, error, isProcessing, lookAlike } = props;
  const [wasCompared, setWasCompared] = useState(false);
  const [twoFactorCode, setTwoFactorCode] = useState('');
  // A refusal is about the code that was sent.
  const [refusedCode, setRefusedCode] = useState<string>();
  // If it was turned on elsewhere since this page loaded, the server says so.
  const needsCode = props.hasTwoFactor || isAboutCode(error);
  const isCodeRefused = isAboutCode(error) && twoFactorCode === refusedCode;
  const isReady =
    (!lookAlike || wasCompared) && (!needsCode || twoFactorCode.length === limits.twoFactorCodeLength);

  function confirm(meant: MeantOrder | undefined) {
    if (!isReady || isProcessing) return;
    setRefusedCode(twoFactorCode);
    props.onConfirm(twoFactorCode, meant);
  }

  return (
    <form
      className={styles.review}
      ref={focusOnMount}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm(props.isAsked ? 'first' : undefined);
      }}
    >
      <TransferSummary {...props} />
      {lookAlike && (
        <LookAlikeWarning address={recipient.walletAddress} lookAlike={lookAlike}>
          <Checkbox
            label={t('transfer.lookAlikeConfirm')}
            checked={wasCompared}
            disabled={isProcessing}
            onChange={({ target }) => setWasCompared(target.checked)}
          />
        </LookAlikeWarning>
      )}
      {needsCode && (
        <CodeField
          kind="digits"
          label={t('transfer.twoFactorCode')}
          hint={t('transfer.twoFactorHint')}
          value={twoFactorCode}
          onChange={setTwoFactorCode}
          isLocked={isProcessing}
          error={isCodeRefused && error ? failureText(error, t) : undefined}
        />
      )}
      {error && !isAboutCode(error) ? (
        <Failure error={error} currency={source.currency} />
      ) : (
        <Notice tone="warning">{t(props.isAsked ? 'lostOrder.whichTransfer' : 'transfer.reviewText')}</Notice>
      )}
      <ConfirmActions
        confirm={t('transfer.confirm')}
        back={t('transfer.back')}
        isAsked={props.isAsked}
        isProcessing={isProcessing}
        isReady={isReady}
        onAnother={() => confirm('another')}
        onBack={props.onBack}
      />
      <span className="visually-hidden" role="status">
        {isProcessing ? t('transfer.processing') : ''}
      </span>
    </form>
  );
}

/** Why nothing was sent, and what to do about it. */
function Failure({ error, currency }: { error: Error; currency: AssetCode }) {
  const { t } = useTranslation();
  const isTooLittle = error instanceof ApiError && error.code === 'InsufficientBalance';
  return (
    <>
      <Notice tone="failed">{failureText(error, t)}</Notice>
      {isTooLittle && <AddMoneyButton currency={currency} size="small" />}
    </>
  );
}

/** The specification has no fee except the withdrawal's (section 9): a transfer arrives whole, as the server books it. */
const transferFee = '0';

type TransferSummaryProps = Pick<
  TransferReviewProps,
  'entry' | 'source' | 'recipient' | 'recipientName' | 'isRepeat'
>;

function TransferSummary({ entry, source, recipient, recipientName, isRepeat }: TransferSummaryProps) {
  const { t } = useTranslation();
  const { currency } = source;
  // Whether it has left already is not known.
  const remaining = isRepeat ? undefined : remainingAfter(entry.amount, source);
  return (
    <DetailList>
      <Detail label={t('transfer.youSend')} isStrong>
        <Money amount={entry.amount} asset={currency} precision="exact" />
      </Detail>
      <Detail label={t('transfer.fee')}>
        <Money amount={transferFee} asset={currency} precision="exact" />
      </Detail>
      <Detail label={t('transfer.recipientGets')} isStrong>
        <Money amount={entry.amount} asset={currency} precision="exact" />
      </Detail>
      <Detail label={t('transfer.to')} isStacked>
        <RecipientNames recipient={recipient} knownName={recipientName} />
        <AddressText address={recipient.walletAddress} isWhole />
      </Detail>
      {entry.note.trim() !== '' && (
        <Detail label={t('transaction.note')} isStacked>
          <bdi>{entry.note.trim()}</bdi>
        </Detail>
      )}
      {remaining !== undefined && (
        <Detail label={t('transfer.balanceAfter')}>
          <Money amount={remaining} asset={currency} precision="exact" />
        </Detail>
      )}
    </DetailList>
  );
}
