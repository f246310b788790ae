import { recurringPeriods } from '@mercury/contract/api/recurring-buys.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { activeCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssetField } from '../../domain/asset-label.tsx';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { hasOwnCalendar } from '../../i18n/calendar.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { DayField } from '../../ui/day-field.tsx';
import formStyles from '../../ui/form.module.css';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { inOwnDigits } from '../../ui/typed-amount.ts';
import { type Draft, type DraftProblems, fieldTextOf, problemsOf } from './draft.ts';

interface RecurringBuyFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onReview: () => void;
}

const noWallets: readonly Wallet[] = [];

/** Dollars first, then the person's other currencies. A selected currency stays, even if its wallet becomes empty. */
function payableWith(wallets: readonly Wallet[], chosen: AssetCode): AssetCode[] {
  const held = wallets
    .filter(({ availableBalance }) => /[1-9]/.test(availableBalance))
    .map(({ currency }) => currency);
  return [...new Set<AssetCode>(['USD', ...held, chosen])];
}

export function RecurringBuyForm({ draft, onChange, onReview }: RecurringBuyFormProps) {
  const { t } = useTranslation();
  const [openedAt] = useState(() => new Date());
  // Problems of the last submit, until the input changes.
  const [problems, setProblems] = useState<DraftProblems>();

  function change(changed: Partial<Draft>) {
    setProblems(undefined);
    onChange({ ...draft, ...changed });
  }

  function submit() {
    const found = problemsOf(draft, new Date());
    setProblems(found);
    if (!found.isAmountMissing && !found.isFirstAtWrong) onReview();
  }

  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField
        label={t('recurringBuys.amount')}
        asset={draft.fromCurrency}
        amount={draft.amount}
        onAmountChange={(amount) => change({ amount })}
        error={problems?.isAmountMissing ? t('recurringBuys.enterAmount') : undefined}
        hint={t('recurringBuys.feeHint')}
      />
      <CurrencyFields draft={draft} onChange={change} />
      <NativeSelectField
        label={t('recurringBuys.howOften')}
        value={draft.every}
        choices={recurringPeriods.map((every) => ({
          value: every,
          label: t(`recurringBuys.every.${every}`),
        }))}
        onChange={(every) => change({ every })}
      />
      <FirstTimeField
        draft={draft}
        onChange={change}
        openedAt={openedAt}
        hasProblem={problems?.isFirstAtWrong ?? false}
      />
      <OnlineButton type="submit" size="large" isFullWidth>
        {t('recurringBuys.review')}
      </OnlineButton>
    </form>
  );
}

interface CurrencyFieldsProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

/** The paying and the bought currency: never the same. */
function CurrencyFields({ draft, onChange }: CurrencyFieldsProps) {
  const { t } = useTranslation();
  const { data: wallets = noWallets } = useQuery({ ...walletsQuery, select: (balance) => balance.wallets });
  const buyable = activeCodes().filter((code) => code !== 'USD' && code !== draft.fromCurrency);

  function payWith(fromCurrency: AssetCode) {
    const isSame = fromCurrency === draft.toCurrency;
    const other = activeCodes().find((code) => code !== 'USD' && code !== fromCurrency);
    // An amount of one currency means nothing in another.
    onChange({ fromCurrency, amount: '', ...(isSame && other && { toCurrency: other }) });
  }

  return (
    <>
      <AssetField
        label={t('recurringBuys.payWith')}
        assets={payableWith(wallets, draft.fromCurrency)}
        asset={draft.fromCurrency}
        onChange={payWith}
        availableOf={(code) => wallets.find(({ currency }) => currency === code)?.availableBalance}
      />
      <AssetField
        label={t('recurringBuys.coin')}
        assets={buyable}
        asset={draft.toCurrency}
        onChange={(toCurrency) => onChange({ toCurrency })}
      />
    </>
  );
}

interface FirstTimeFieldProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  /** The form's opening time: the selectable times count from it. */
  openedAt: Date;
  hasProblem: boolean;
}

/** The start: at once, or a time in the reader's calendar. */
function FirstTimeField({ draft, onChange, openedAt, hasProblem }: FirstTimeFieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelectField
        label={t('recurringBuys.firstTime')}
        value={draft.start}
        choices={[
          { value: 'now', label: t('recurringBuys.startNow') },
          { value: 'later', label: t('recurringBuys.startLater') },
        ]}
        onChange={(start) => onChange({ start })}
      />
      {draft.start === 'later' && (
        <FirstAtField
          firstAt={draft.firstAt}
          onChange={(firstAt) => onChange({ firstAt })}
          earliest={openedAt}
          error={hasProblem ? t('recurringBuys.firstAtWrong') : undefined}
        />
      )}
    </>
  );
}

interface FirstAtFieldProps {
  /** As the browser's field writes it: "2026-03-21T09:00". */
  firstAt: string;
  onChange: (firstAt: string) => void;
  earliest: Date;
  error: string | undefined;
}

/** The browser's own field; or, because it knows one calendar only, a day and a time of day. */
function FirstAtField({ firstAt, onChange, earliest, error }: FirstAtFieldProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const min = fieldTextOf(earliest);
  // Stays when the day is cleared.
  const [time, setTime] = useState(firstAt.slice(11) || usualTime);
  const max = fieldTextOf(new Date(earliest.getTime() + limits.recurringFirstAtMaxMs));
  if (!hasOwnCalendar(formatTag)) {
    return (
      <TextField
        type="datetime-local"
        label={t('recurringBuys.firstAt')}
        value={firstAt}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
    );
  }
  const day = firstAt.slice(0, 10);
  const shownTime = firstAt.slice(11) || time;
  const timesOn = (next: string) => timesWith(time).filter((value) => `${next}T${value}` >= min);
  const timeOn = (next: string) => (timesOn(next).includes(time) ? time : (timesOn(next)[0] ?? time));
  return (
    <>
      <DayField
        label={t('recurringBuys.firstDay')}
        day={day === '' ? undefined : day}
        earliest={min.slice(0, 10)}
        latest={max.slice(0, 10)}
        error={error}
        onChange={(next) => onChange(next === '' ? '' : `${next}T${timeOn(next)}`)}
      />
      <NativeSelectField
        label={t('recurringBuys.timeOfDay')}
        value={shownTime}
        choices={timesWith(shownTime).map((value) => ({ value, label: inOwnDigits(value, formatTag) }))}
        isDisabled={day === ''}
        onChange={(next) => {
          setTime(next);
          onChange(`${day}T${next}`);
        }}
      />
    </>
  );
}

const usualTime = '09:00';

/** Every half hour, and the present choice. */
function timesWith(chosen: string): string[] {
  const halfHours = Array.from({ length: 48 }, (_, index) => {
    const hour = String(Math.floor(index / 2)).padStart(2, '0');
    return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
  });
  return [...new Set([...halfHours, chosen])].toSorted();
}
