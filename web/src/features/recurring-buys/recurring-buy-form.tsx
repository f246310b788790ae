import { recurringPeriods } from '@mercury/contract/api/recurring-buys.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { type AssetCode, assetCodes } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletsQuery } from '../../api/wallets-query.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { AssetField } from '../../ui/asset-field.tsx';
import formStyles from '../../ui/form.module.css';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { type Draft, type DraftProblems, problemsOf } from './draft.ts';
import { FirstTimeField } from './first-time-field.tsx';

interface RecurringBuyFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onReview: () => void;
}

const noWallets: readonly Wallet[] = [];

/** Dollars first, and whatever else the person has. What is chosen stays, whatever becomes of its wallet. */
function payableWith(wallets: readonly Wallet[], chosen: AssetCode): AssetCode[] {
  const held = wallets
    .filter(({ availableBalance }) => /[1-9]/.test(availableBalance))
    .map(({ currency }) => currency);
  return [...new Set<AssetCode>(['USD', ...held, chosen])];
}

export function RecurringBuyForm({ draft, onChange, onReview }: RecurringBuyFormProps) {
  const { t } = useTranslation();
  const [openedAt] = useState(() => new Date());
  // Of what was submitted, until something is changed.
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

/** What is paid with and what is bought: never the same. */
function CurrencyFields({ draft, onChange }: CurrencyFieldsProps) {
  const { t } = useTranslation();
  const { data: wallets = noWallets } = useQuery({ ...walletsQuery, select: (balance) => balance.wallets });
  const buyable = assetCodes.filter((code) => code !== 'USD' && code !== draft.fromCurrency);

  function payWith(fromCurrency: AssetCode) {
    const isSame = fromCurrency === draft.toCurrency;
    const other = assetCodes.find((code) => code !== 'USD' && code !== fromCurrency);
    // An amount of one currency is none of another.
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
