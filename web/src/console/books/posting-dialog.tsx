import { zodResolver } from '@hookform/resolvers/zod';
import { decimalSchema, searchSchema } from '@mercury/contract/api/shapes.ts';
import { correctionTemplates, proposePosting } from '@mercury/contract/console/books.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import {
  assetCodes,
  assetDecimalsMax,
  assetOf,
  isAssetCode,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { callWithProof } from '../api/proof.ts';
import { ProposingForm } from '../proposals/proposing-form.tsx';
import { trialBalanceQuery } from './queries.ts';

const schema = z.object({
  template: z.enum(correctionTemplates),
  person: searchSchema,
  currency: z.string(),
  amount: decimalSchema,
  reason: whySchema,
});

interface PostingDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A correction by a template. It is only proposed. */
export function PostingDialog({ isOpen, onClose }: PostingDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      closesOnBack
      title={t('books.correct.title')}
      description={t('books.correct.text')}
    >
      <PostingForm onClose={onClose} />
    </Modal>
  );
}

function send({ person, currency, ...rest }: z.output<typeof schema>) {
  return callWithProof(proposePosting, {
    // The choices are codes of the server.
    body: { ...rest, currency: currency as AssetCode, ...(isAboutPerson(rest.template) && { person }) },
  });
}

function isAboutPerson(template: (typeof correctionTemplates)[number]): boolean {
  return template === 'credit_person' || template === 'debit_person';
}

function PostingForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const currencies = useQuery(trialBalanceQuery).data?.assets.map(({ currency }) => currency) ?? assetCodes();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      template: correctionTemplates[0] as (typeof correctionTemplates)[number],
      person: '',
      currency: currencies[0] ?? 'USD',
      amount: '',
      reason: '',
    },
  });
  const { errors } = form.formState;
  const [template, currency] = useWatch({ control: form.control, name: ['template', 'currency'] });
  return (
    <ProposingForm form={form} submitLabel={t('books.correct.propose')} onClose={onClose} send={send}>
      <NativeSelectField
        label={t('books.correct.template')}
        value={template}
        choices={correctionTemplates.map((each) => ({
          value: each,
          label: t(`books.correct.templates.${each}`),
        }))}
        onChange={(next) => form.setValue('template', next)}
      />
      {isAboutPerson(template) && (
        <PersonField error={fieldError(errors.person)} input={form.register('person')} />
      )}
      <NativeSelectField
        label={t('books.correct.currency')}
        value={currency}
        choices={currencies.map((code) => ({ value: code, label: code }))}
        onChange={(next) => form.setValue('currency', next)}
      />
      <Controller
        control={form.control}
        name="amount"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <AmountField
            label={t('books.correct.amount')}
            // The choices are codes of the server.
            asset={currency as AssetCode}
            decimalsMax={isAssetCode(currency) ? assetOf(currency).decimals : assetDecimalsMax}
            amount={value}
            onAmountChange={onChange}
            onBlur={onBlur}
            ref={ref}
            error={fieldError(errors.amount)}
          />
        )}
      />
    </ProposingForm>
  );
}

function PersonField({ error, input }: { error: string | undefined; input: UseFormRegisterReturn }) {
  const { t } = useTranslation('console');
  return (
    <TextField
      label={t('books.person')}
      hint={t('books.personHint')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      error={error}
      {...input}
    />
  );
}
