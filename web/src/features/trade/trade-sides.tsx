import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { configQuery } from '../../domain/config-query.ts';
import { QuickShares } from '../../domain/quick-shares.tsx';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { CoinPicker } from './coin-picker.tsx';
import { choicesOf, type Draft, type Pair, type Side, swapped, typeKeys, withAsset } from './draft.ts';
import { shareOf } from './shares.ts';
import styles from './trade.module.css';
import type { OfferState } from './use-offer.ts';

export interface PairProps {
  pair: Pair;
  draft: Draft;
  wallets: readonly Wallet[];
  /** The assets that the person has something of. */
  held: readonly AssetCode[];
  onPairChange: (pair: Pair) => void;
  onDraftChange: (draft: Draft) => void;
}

interface SidesProps extends PairProps {
  available: string;
  state: OfferState;
  isTooMuch: boolean;
  /** The person has nothing at all, which is said once, below. */
  isEmpty: boolean;
}

/** What the person gives, and what they get for it. */
export function Sides(props: SidesProps) {
  const { pair, draft, wallets, held, available, state, isTooMuch, isEmpty, ...on } = props;
  const { t } = useTranslation();
  const problem = useAmountProblem({
    state,
    draft,
    isTooMuch: isTooMuch && !isEmpty,
    available,
    currency: pair.from,
  });
  const quote = state.offer?.quote;
  const shown = { from: quote?.fromAmount ?? '', to: quote?.toAmount ?? '', [draft.side]: draft.amount };
  const typeKey = typeKeys[pair.type];

  const side = (name: Side) => ({
    asset: pair[name],
    choices: choicesOf(pair.type, name, held),
    wallets,
    amount: shown[name],
    isFollowing: draft.side !== name && state.isFetching,
    error: problem[name],
    onAmountChange: (amount: string) => on.onDraftChange({ side: name, amount }),
    onAssetChange: (asset: AssetCode) => on.onPairChange(withAsset(pair, name, asset, held)),
  });

  return (
    <div className={styles.sides}>
      <TradeSide
        {...side('from')}
        amountLabel={t(`trade.give.${typeKey}`)}
        currencyLabel={t('trade.payWith')}
        hint={
          !isEmpty && (
            <>
              {t('wallet.available')} <Money amount={available} asset={pair.from} />
            </>
          )
        }
      >
        {!isEmpty && (
          <QuickShares
            shareOf={(percent) => shareOf(pair.from, available, percent)}
            reason={{
              none: t('trade.shares.none', { currency: pair.from }),
              tooLittle: t('trade.shares.tooLittle', { currency: pair.from }),
            }}
            amount={draft.side === 'from' ? draft.amount : undefined}
            onChoose={(share) => on.onDraftChange({ side: 'from', ...share })}
          />
        )}
      </TradeSide>
      <IconButton
        label={t('trade.swap')}
        className={styles.swap}
        onClick={() => on.onPairChange(swapped(pair))}
      >
        <ArrowUpDown size={18} aria-hidden="true" />
      </IconButton>
      <TradeSide {...side('to')} amountLabel={t('trade.get')} currencyLabel={t('trade.receive')} />
    </div>
  );
}

interface TradeSideProps {
  amountLabel: string;
  currencyLabel: string;
  asset: AssetCode;
  choices: readonly AssetCode[];
  wallets: readonly Wallet[];
  /** Typed, or from the offer. A plain decimal, or empty. */
  amount: string;
  /** The amount follows from the other side, and a newer one is being fetched. */
  isFollowing: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  /** Below the field: buttons that fill it. */
  children?: ReactNode;
  onAmountChange: (amount: string) => void;
  onAssetChange: (asset: AssetCode) => void;
}

/** One side of a trade: amount and currency. */
function TradeSide(props: TradeSideProps) {
  const { asset, choices, wallets } = props;
  return (
    <div className={styles.side} data-following={props.isFollowing || undefined}>
      <AmountField
        label={props.amountLabel}
        asset={asset}
        amount={props.amount}
        onAmountChange={props.onAmountChange}
        error={props.error}
        hint={props.hint}
        unit={
          <CoinPicker
            label={props.currencyLabel}
            asset={asset}
            choices={choices}
            wallets={wallets}
            onChange={props.onAssetChange}
          />
        }
      />
      {props.children}
    </div>
  );
}

/** True if the server refuses the amount itself. The refusal is shown under the typed field. */
export function isAboutAmount(error: Error): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'AmountOutOfRange' ||
      error.code === 'AmountNotPositive' ||
      error.code === 'LevelLimitReached')
  );
}

interface UseAmountProblemOptions {
  state: OfferState;
  draft: Draft;
  isTooMuch: boolean;
  /** Of the given currency. */
  available: string;
  currency: AssetCode;
}

/** The problems with the amounts, by the field that shows them. */
function useAmountProblem(options: UseAmountProblemOptions): Partial<Record<Side, string>> {
  const { state, draft, isTooMuch, available, currency } = options;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: config } = useQuery(configQuery);
  if (isTooMuch) {
    return { from: t('trade.insufficientBalance', { amount: moneyText(available, currency, formatTag) }) };
  }
  if (!config || !state.error || !isAboutAmount(state.error)) return {};
  // In the server's words: it knows what is left.
  if (state.error.code === 'LevelLimitReached') return { [draft.side]: state.error.message };
  const { orderUsdMin, orderUsdMax } = config.trade;
  return {
    [draft.side]: t('trade.outOfRange', {
      min: moneyText(orderUsdMin, 'USD', formatTag),
      max: moneyText(orderUsdMax, 'USD', formatTag),
    }),
  };
}
