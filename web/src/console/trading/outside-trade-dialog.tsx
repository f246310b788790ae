import { zodResolver } from '@hookform/resolvers/zod';
import { decimalSchema, labelSchema } from '@mercury/contract/api/shapes.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { proposeOutsideTrade } from '@mercury/contract/console/trading.ts';
import { payoutReferenceSchema } from '@mercury/contract/console/withdrawals.ts';
import {
  assetCodes,
  assetDecimalsMax,
  assetOf,
  isAssetCode,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { dayOf } from '../../i18n/calendar.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFirstProblem } from '../../ui/use-first-problem.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import consoleStyles from '../console.module.css';
import { useTellProposed } from '../proposals/use-tell-proposed.ts';
import { tradingQuery } from './queries.ts';
import styles from './trading.module.css';

const key = (text: 'required') => text;
const schema = z.object({
  givenAmount: decimalSchema,
  givenCurrency: z.string(),
  receivedAmount: decimalSchema,
  receivedCurrency: z.string(),
  venue: labelSchema,
  reference: payoutReferenceSchema,
  day: z.string().check(z.minLength(1, key('required'))),
  time: z.string().check(z.minLength(1, key('required'))),
  reason: whySchema,
});
type Values = z.output<typeof schema>;

interface OutsideTradeDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** What the house traded elsewhere. It is only proposed. */
export function OutsideTradeDialog({ isOpen, onClose }: OutsideTradeDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      closesOnBack
      title={t('trading.bookTitle')}
      description={t('trading.bookText')}
    >
      <OutsideTradeForm onClose={onClose} />
    </Modal>
  );
}

/** Of the reader's own clock. */
const momentOf = (day: string, time: string): string => new Date(`${day}T${time}`).toISOString();

function useBooking(onClose: () => void) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const tellProposed = useTellProposed();
  const [today] = useState(() => dayOf(new Date()));
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: {
      givenAmount: '',
      givenCurrency: 'USD',
      receivedAmount: '',
      receivedCurrency: 'BTC',
      venue: '',
      reference: '',
      day: today,
      time: '',
      reason: '',
    },
  });
  const command = useConsoleCommand({
    mutationFn: ({ day, time, givenCurrency, receivedCurrency, ...rest }: Values) =>
      callWithProof(proposeOutsideTrade, {
        body: {
          ...rest,
          // The choices are codes of the server.
          givenCurrency: givenCurrency as AssetCode,
          receivedCurrency: receivedCurrency as AssetCode,
          tradedAt: momentOf(day, time),
        },
      }),
    onSuccess: ({ proposal }) => {
      onClose();
      return tellProposed(proposal);
    },
    onError: (error) => {
      // They would rather not prove who they are: nothing happened.
      if (error instanceof Cancelled) return;
      showRefusal(form, error, { text: errorMessage(error, tShared) });
    },
  });
  const submit = form.handleSubmit((values) => {
    if (values.givenCurrency === values.receivedCurrency) {
      form.setError('root', { message: t('trading.needsDifferent') });
      return;
    }
    command.mutate(values);
  });
  return { form, submit, isPending: command.isPending };
}

function OutsideTradeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const { form, submit, isPending } = useBooking(onClose);
  const firstProblem = useFirstProblem(form);
  const { errors } = form.formState;
  return (
    <form
      ref={firstProblem}
      noValidate
      className={consoleStyles.stack}
      onSubmit={(event) => void submit(event)}
    >
      <AmountWithCurrency form={form} side="given" />
      <AmountWithCurrency form={form} side="received" />
      <TextField
        label={t('trading.venue')}
        dir="auto"
        autoComplete="off"
        error={fieldError(errors.venue)}
        {...form.register('venue')}
      />
      <TextField
        label={t('trading.reference')}
        hint={t('trading.referenceHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        error={fieldError(errors.reference)}
        {...form.register('reference')}
      />
      <Moment form={form} />
      <TextArea
        label={t('reason.label')}
        hint={t('reason.hint')}
        dir="auto"
        error={fieldError(errors.reason)}
        {...form.register('reason')}
      />
      <FormProblem control={form.control} />
      <div className={consoleStyles.pair}>
        <Button variant="secondary" onClick={onClose}>
          {t('proof.cancel')}
        </Button>
        <Button type="submit" isBusy={isPending}>
          {t('trading.propose')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  form: UseFormReturn<Values>;
}

function AmountWithCurrency({ form, side }: PartProps & { side: 'given' | 'received' }) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const [amountName, currencyName] = [`${side}Amount`, `${side}Currency`] as const;
  const currencies = useQuery(tradingQuery).data?.prices.map((price) => price.currency) ?? assetCodes();
  const currency = useWatch({ control: form.control, name: currencyName });
  const { errors } = form.formState;
  return (
    <div className={styles.amount}>
      <Controller
        control={form.control}
        name={amountName}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <AmountField
            label={t(`trading.${side}`)}
            {...(side === 'received' && { hint: t('trading.receivedHint') })}
            // The choices are codes of the server.
            asset={currency as AssetCode}
            decimalsMax={isAssetCode(currency) ? assetOf(currency).decimals : assetDecimalsMax}
            amount={value}
            onAmountChange={onChange}
            onBlur={onBlur}
            ref={ref}
            error={fieldError(errors[amountName])}
          />
        )}
      />
      <NativeSelectField
        label={t(`trading.${currencyName}`)}
        value={currency}
        choices={currencies.map((code) => ({ value: code, label: code }))}
        onChange={(next) => form.setValue(currencyName, next)}
      />
    </div>
  );
}

function Moment({ form }: PartProps) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const day = useWatch({ control: form.control, name: 'day' });
  const [today] = useState(() => dayOf(new Date()));
  const { errors } = form.formState;
  return (
    <div className={styles.moment}>
      <DayField
        label={t('trading.day')}
        day={day === '' ? undefined : day}
        latest={today}
        error={fieldError(errors.day)}
        onChange={(next) => form.setValue('day', next)}
      />
      <TextField
        type="time"
        label={t('trading.time')}
        dir="ltr"
        error={fieldError(errors.time)}
        {...form.register('time')}
      />
    </div>
  );
}
