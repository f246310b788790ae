import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { MemoKind } from '@mercury/contract/money/asset.ts';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AssetOffer } from '../../api/config-query.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toAsciiDigit } from '../../ui/typed-amount.ts';
import { destinationProblem, isMemoValid } from './draft.ts';
import type { WithdrawalEntry } from './entry.ts';
import { lookAlikeOf } from './known-addresses.ts';
import { LookAlikeWarning } from './look-alike-warning.tsx';

interface DestinationFieldsProps {
  form: UseFormReturn<WithdrawalEntry>;
  offer: AssetOffer;
  book: readonly WithdrawalAddress[];
}

/** Where the money goes: an address, and the tag or memo of chains that know one. */
export function DestinationFields({ form, offer, book }: DestinationFieldsProps) {
  const { t } = useTranslation();
  const address = useWatch({ control: form.control, name: 'address' });
  const error = form.formState.errors.address;
  const texts = { required: t('withdraw.addressRequired'), invalidAddress: t('withdraw.addressInvalid') };
  // The problem itself is kept as the message, so that its text follows the language; the server's is a sentence.
  const problem = error && destinationProblem(form.getValues('address'));
  const lookAlike = lookAlikeOf(book, address);
  return (
    <>
      <TextField
        {...form.register('address', { validate: (typed) => destinationProblem(typed) ?? true })}
        label={t('withdraw.address')}
        error={error?.type === 'server' ? error.message : problem && texts[problem]}
        hint={
          offer.exampleAddress !== null &&
          address.trim() === offer.exampleAddress &&
          t('withdraw.exampleHint')
        }
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
            // A tag is a number, in whichever digits somebody types it.
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
