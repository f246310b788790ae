import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { assetOf, networkOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { readLastKnown } from '../../api/last-known.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { marketQuery } from '../../domain/market-query.ts';
import { PriceSource } from '../../domain/price-marks.tsx';
import { priceInText } from '../../domain/prices.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart, usePressedPart } from '../../ui/lazy-part.tsx';
import { ShortMoney } from '../../ui/money.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './asset-list.module.css';
import type { AssetMenuProps } from './asset-menu.tsx';
import { AssetPrice } from './asset-price.tsx';
import { BalanceParts, UsdValue } from './balance-parts.tsx';

const loadMenu = () => import('./asset-menu.tsx');
const AssetMenu = lazyPart(async () => (await loadMenu()).AssetMenu);

interface AssetListProps {
  onDeposit: (currency: AssetCode) => void;
  onWithdraw: (currency: AssetCode) => void;
  onTransfer: (currency: AssetCode) => void;
}

/** Every wallet of the account. */
export function AssetList({ onDeposit, onWithdraw, onTransfer }: AssetListProps) {
  const { t } = useTranslation();
  const query = useQuery(walletsQuery);
  return (
    <Card title={t('assets.title')} action={<span className={styles.period}>{t('assets.period')}</span>}>
      <QueryState
        query={query}
        skeleton={<AssetSkeleton />}
        failedTitle={t('assets.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ wallets }) => (
          <>
            <ul className={styles.list}>
              {byValue(wallets).map((wallet) => (
                <AssetRow
                  key={wallet.currency}
                  wallet={wallet}
                  onDeposit={wallet.canDeposit ? () => onDeposit(wallet.currency) : undefined}
                  onWithdraw={wallet.canWithdraw ? () => onWithdraw(wallet.currency) : undefined}
                  onTransfer={isSentFromHere(wallet) ? () => onTransfer(wallet.currency) : undefined}
                />
              ))}
            </ul>
            <PriceOrigin wallets={wallets} />
          </>
        )}
      </QueryState>
    </Card>
  );
}

/** The most valuable first, then those without a price; equal ones in the order of the server. */
export function byValue<Valued extends Pick<Wallet, 'usdValue'>>(wallets: readonly Valued[]): Valued[] {
  const centsOf = ({ usdValue }: Valued) =>
    usdValue === null ? -1n : (parseAmount('USD', usdValue)?.minorUnits ?? -1n);
  return wallets.toSorted((one, other) => {
    const difference = centsOf(other) - centsOf(one);
    if (difference === 0n) return 0;
    return difference > 0n ? 1 : -1;
  });
}

/** As many rows as last time, in their final height, so that nothing below moves. */
function AssetSkeleton() {
  const { t } = useTranslation();
  const [rowCount] = useState(() => readLastKnown()?.balance.wallets.length ?? 1);
  return (
    <SkeletonGroup label={t('assets.loading')}>
      <div className={styles.list}>
        {Array.from({ length: rowCount }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width="2.25rem" height="2.25rem" shape="circle" />
            <span className={styles.lines}>
              <span className={styles.line}>
                <Skeleton width="5rem" />
                <Skeleton width="6rem" />
              </span>
              <span className={styles.line}>
                <Skeleton width="6rem" />
                <Skeleton width="4rem" />
              </span>
            </span>
            <span className={styles.menuPlace} />
          </div>
        ))}
      </div>
      <div className={styles.originPlace} />
    </SkeletonGroup>
  );
}

/** The own coin is sent from the card above, which shows its address. */
function isSentFromHere({ currency }: Wallet): boolean {
  return currency !== coinCode && assetOf(currency).isTransferable;
}

interface AssetRowProps {
  wallet: Wallet;
  /** Undefined if it is impossible: then it is not offered. */
  onDeposit: (() => void) | undefined;
  onWithdraw: (() => void) | undefined;
  onTransfer: (() => void) | undefined;
}

/** A dollar has no price and is worth itself. */
function AssetRow({ wallet, ...actions }: AssetRowProps) {
  const { currency, balance } = wallet;
  const { t } = useTranslation();
  const name = assetName(t, currency);
  const network = networkOf(currency);
  return (
    <li className={styles.row} data-testid="asset" data-asset={currency}>
      <CoinMark asset={currency} size={36} />
      <div className={styles.lines}>
        <div className={styles.line}>
          <span className={styles.names}>
            {/* The link covers the row. What can be pressed besides stands above it, not within. */}
            <Link to={pathOf(currency)} className={styles.link}>
              <bdi>{name}</bdi>
            </Link>
            {/* A coin and its chain often share a name: it is shown once. */}
            <bdi className={styles.network}>
              {network === null || network === assetOf(currency).name ? currency : network}
            </bdi>
          </span>
          <ShortMoney amount={balance} asset={currency} />
        </div>
        {currency !== 'USD' && (
          <div className={styles.line}>
            <span className={styles.price}>
              <AssetPrice currency={currency} />
            </span>
            <UsdValue wallet={wallet} />
          </div>
        )}
        <BalanceParts wallet={wallet} />
      </div>
      <span className={styles.menu}>
        <AssetMenuSlot name={name} currency={currency} {...actions} />
      </span>
    </li>
  );
}

/** The coin's page. What no market has is traded here alone. */
function pathOf(currency: AssetCode): string {
  const { marketId } = assetOf(currency);
  return marketId === null ? `${paths.trade}?from=${currency}` : generatePath(paths.coin, { id: marketId });
}

/** The actions on an asset. The menu loads when it is used: a long list would otherwise begin with as many unopened menus. */
function AssetMenuSlot({ name, ...props }: Omit<AssetMenuProps, 'trigger'> & { name: string }) {
  const { isPressed, giveUp, handlers } = usePressedPart(loadMenu);
  const button = <AssetMenuButton assetName={name} aria-haspopup="menu" {...handlers} />;
  if (!isPressed) return button;
  return (
    <AssetMenu
      {...props}
      trigger={<AssetMenuButton assetName={name} />}
      whileLoading={button}
      onGiveUp={giveUp}
    />
  );
}

type AssetMenuButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'name'> & {
  /** In the person's language. */
  assetName: string;
};

function AssetMenuButton({ assetName, ...rest }: AssetMenuButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton {...rest} label={t('assets.actions', { name: assetName })}>
      <Ellipsis size={20} aria-hidden="true" />
    </IconButton>
  );
}

/** The source of the prices behind the wallets' worth. If no asset has a market's price, the market is not asked. */
function PriceOrigin({ wallets }: { wallets: readonly Wallet[] }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isMarketAsked = wallets.some(({ currency }) => assetOf(currency).marketId !== null);
  const { data: config } = useQuery(configQuery);
  const { data: market } = useQuery({ ...marketQuery, enabled: isMarketAsked });
  return (
    <ul className={styles.origins}>
      <li>
        {config &&
          t('market.firmPrice', {
            price: priceInText(config.coinPriceUsd, t, formatTag),
            product: productName,
          })}
      </li>
      {isMarketAsked && <li>{market && <PriceSource source={market.source} asOf={market.asOf} />}</li>}
    </ul>
  );
}
