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
import { dayOf } from '../../i18n/calendar.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { callWithProof } from '../api/proof.ts';
import { ProposingForm } from '../proposals/proposing-form.tsx';
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

function send({ day, time, givenCurrency, receivedCurrency, ...rest }: Values) {
  return callWithProof(proposeOutsideTrade, {
    body: {
      ...rest,
      // The choices are codes of the server.
      givenCurrency: givenCurrency as AssetCode,
      receivedCurrency: receivedCurrency as AssetCode,
      tradedAt: momentOf(day, time),
    },
  });
}

function OutsideTradeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
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
  const { errors } = form.formState;
  return (
    <ProposingForm form={form} submitLabel={t('trading.propose')} onClose={onClose} send={send}>
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
      <Moment form={form} latest={today} />
    </ProposingForm>
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
  const other = side === 'given' ? 'receivedCurrency' : 'givenCurrency';
  const [currency, otherCurrency] = useWatch({ control: form.control, name: [currencyName, other] });
  const choose = (next: string) => {
    // A trade is of two currencies: whoever chooses the other one turns the trade around.
    if (next === otherCurrency) form.setValue(other, currency);
    form.setValue(currencyName, next);
  };
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
        onChange={choose}
      />
    </div>
  );
}

function Moment({ form, latest }: PartProps & { latest: string }) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const day = useWatch({ control: form.control, name: 'day' });
  const { errors } = form.formState;
  return (
    <div className={styles.moment}>
      <DayField
        label={t('trading.day')}
        day={day === '' ? undefined : day}
        latest={latest}
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
