import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { MemoKind } from '@mercury/contract/money/asset.ts';
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AssetOffer } from '../../domain/config-query.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText, shortAddress } from '../../ui/address-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toAsciiDigit } from '../../ui/typed-amount.ts';
import { bookEntryOf, lookAlikeOf } from './address-book.ts';
import { destinationText } from './destination-text.ts';
import {
  destinationProblem,
  type DestinationProblem,
  isMemoValid,
  isSaidWhileTyping,
  type WithdrawalEntry,
} from './draft.ts';
import { RightAddress } from './right-address.tsx';
import styles from './withdrawals.module.css';

interface DestinationFieldsProps {
  form: UseFormReturn<WithdrawalEntry>;
  offer: AssetOffer;
  book: readonly WithdrawalAddress[];
}

/** The destination: an address, and the tag or memo of chains that have one. */
export function DestinationFields({ form, offer, book }: DestinationFieldsProps) {
  const { t } = useTranslation();
  const address = useWatch({ control: form.control, name: 'address' });
  const lookAlike = lookAlikeOf(book, address);
  const problem = destinationProblem(address, offer.chain);
  const error = useAddressError(form, { offer, problem });
  const isRight = error === undefined && problem === undefined;
  return (
    <>
      <TextField
        {...form.register('address', {
          validate: (typed) => destinationProblem(typed, offer.chain)?.kind ?? true,
          // What the server said was said of another address.
          onChange: () => form.clearErrors('address'),
        })}
        label={t('withdraw.address')}
        error={error}
        hint={isRight && <AddressHint address={address} offer={offer} />}
        maxLength={limits.addressLengthMax}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {lookAlike && <LookAlikeWarning known={lookAlike} />}
      {offer.memoKind !== null && <MemoField form={form} memoKind={offer.memoKind} />}
    </>
  );
}

interface CheckedAddress {
  offer: AssetOffer;
  problem: DestinationProblem | undefined;
}

/** The server's sentence, or what is wrong with the typed text: of a missing part only once the person has left the field. */
function useAddressError(
  { formState: { errors, touchedFields } }: UseFormReturn<WithdrawalEntry>,
  { offer, problem }: CheckedAddress,
): string | undefined {
  const { t } = useTranslation();
  const { address: error } = errors;
  if (error?.type === 'server') return error.message;
  if (problem === undefined) return undefined;
  const hasLeft = touchedFields.address === true && problem.kind !== 'required';
  const isSaid = error !== undefined || hasLeft || isSaidWhileTyping(problem);
  return isSaid ? destinationText(problem, offer, t) : undefined;
}

function AddressHint({ address, offer }: { address: string; offer: AssetOffer }) {
  const { t } = useTranslation();
  return address.trim() === offer.exampleAddress ? t('withdraw.exampleHint') : <RightAddress offer={offer} />;
}

function MemoField({ form, memoKind }: { form: UseFormReturn<WithdrawalEntry>; memoKind: MemoKind }) {
  const { t } = useTranslation();
  const isTag = memoKind === 'tag';
  const invalidText = isTag ? t('withdraw.tagInvalid') : t('withdraw.memoInvalid');
  return (
    <Controller
      control={form.control}
      name="memo"
      rules={{ validate: (typed) => isMemoValid(typed, memoKind) || 'invalid' }}
      render={({ field, fieldState: { error } }) => (
        <TextField
          {...field}
          onChange={({ target }) =>
            // A tag is a number, typed in the digits of any script.
            field.onChange(isTag ? Array.from(target.value, toAsciiDigit).join('') : target.value)
          }
          label={isTag ? t('withdraw.tag') : t('withdraw.memo')}
          hint={t('withdraw.memoHint')}
          error={error && (error.type === 'server' ? error.message : invalidText)}
          maxLength={limits.memoLengthMax}
          inputMode={isTag ? 'numeric' : 'text'}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    />
  );
}

interface SavedAddressesProps {
  /** Those of the chosen currency. */
  book: readonly WithdrawalAddress[];
  control: Control<WithdrawalEntry>;
  onChoose: (saved: WithdrawalAddress) => void;
}

/** Fills address and memo from the address book. */
export function SavedAddresses({ book, control, onChoose }: SavedAddressesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const [currency, address, memo] = useWatch({ control, name: ['currency', 'address', 'memo'] });
  if (book.length === 0) return null;
  return (
    <SelectField
      label={t('withdraw.savedAddress')}
      placeholder={t('withdraw.chooseSaved')}
      value={bookEntryOf(book, { currency, address, memo })?.id ?? null}
      onChange={(id) => {
        const saved = book.find((entry) => entry.id === id);
        if (saved) onChoose(saved);
      }}
      options={book.map((saved) => ({
        value: saved.id,
        text: saved.label,
        content: (
          <span className={styles.saved}>
            <bdi className={styles.savedLabel}>{saved.label}</bdi>
            <bdi dir="ltr" className={styles.savedAddress}>
              {shortAddress(saved.address)}
              {saved.memo !== null && ` · ${saved.memo}`}
            </bdi>
            {saved.usableFrom !== null && (
              <span className={styles.savedWait}>
                {t('withdraw.usableFrom', {
                  time: formatDateTime(saved.usableFrom, formatTag, { hasTime: true }),
                })}
              </span>
            )}
          </span>
        ),
      }))}
    />
  );
}

/** The typed address resembles one of the book's but is another: both are shown in full. */
export function LookAlikeWarning({ known }: { known: WithdrawalAddress }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Notice tone="warning">
        {t('withdraw.lookAlike', { label: `\u2068${known.label}\u2069` })}
        <span className={styles.knownAddress}>
          <AddressText address={known.address} isWhole />
        </span>
      </Notice>
    </div>
  );
}
