import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { AssetLabel } from '../../domain/asset-label.tsx';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { choicesOf, type Draft, type Pair, type Side, swapped, typeKeys, withAsset } from './draft.ts';
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
}

/** What the person gives, and what they get for it. */
export function Sides({ pair, draft, wallets, held, available, state, isTooMuch, ...on }: SidesProps) {
  const { t } = useTranslation();
  const problem = useAmountProblem({ state, draft, isTooMuch, available, currency: pair.from });
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
          <>
            {t('wallet.available')} <Money amount={available} asset={pair.from} />
          </>
        }
        action={
          <Button
            variant="ghost"
            size="small"
            onClick={() => on.onDraftChange({ side: 'from', amount: available, isEverything: true })}
          >
            {t('trade.max')}
          </Button>
        }
      />
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
  /** A button that fills the field. */
  action?: ReactNode;
  onAmountChange: (amount: string) => void;
  onAssetChange: (asset: AssetCode) => void;
}

/** One side of a trade: amount and currency. */
function TradeSide(props: TradeSideProps) {
  const { t } = useTranslation();
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
        action={props.action}
      />
      <SelectField
        label={props.currencyLabel}
        value={asset}
        onChange={props.onAssetChange}
        options={choices.map((code) => ({
          value: code,
          text: `${assetName(t, code)} ${code}`,
          content: (
            <AssetLabel
              asset={code}
              name={assetName(t, code)}
              detail={<Held wallets={wallets} asset={code} />}
            />
          ),
          chosenContent: (
            <span className={styles.chosen}>
              <CoinMark asset={code} size={24} />
              {code}
            </span>
          ),
        }))}
      />
    </div>
  );
}

function Held({ wallets, asset }: { wallets: readonly Wallet[]; asset: AssetCode }) {
  const wallet = wallets.find(({ currency }) => currency === asset);
  if (!wallet || !/[1-9]/.test(wallet.availableBalance)) return null;
  return <Money amount={wallet.availableBalance} asset={asset} />;
}

/** True if the server refuses the amount itself. The refusal is shown under the typed field. */
export function isAboutAmount(error: Error): boolean {
  return (
    error instanceof ApiError && (error.code === 'AmountOutOfRange' || error.code === 'AmountNotPositive')
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
  const { orderUsdMin, orderUsdMax } = config.trade;
  return {
    [draft.side]: t('trade.outOfRange', {
      min: moneyText(orderUsdMin, 'USD', formatTag),
      max: moneyText(orderUsdMax, 'USD', formatTag),
    }),
  };
}
