import { marketRanges } from '@mercury/contract/api/market.ts';
import {
  type AssetCode,
  assetCodePattern,
  assetOf,
  assetOfMarket,
  findAssetCode,
} from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
import { NextStep } from '../domain/next-step.tsx';
import type { CoinParts } from '../features/market/coin-frame.tsx';
import { CoinPage } from '../features/market/coin-page.tsx';
import { buyPath, coinPath, sellPath } from '../features/market/market-links.ts';
import { OwnCoinPage } from '../features/market/own-coin-page.tsx';
import { OrderBookLink } from '../features/order-book/trade-modes.tsx';
import { CoinHolding } from '../features/portfolio/coin-holding.tsx';
import { NotFoundPage } from '../features/public/not-found-page.tsx';
import { NewPriceAlertButton, PriceAlertsCard } from '../features/price-alerts/price-alerts-card.tsx';
import { CoinTransactions } from '../features/transactions/coin-transactions.tsx';
import { useOpenAuthForm } from '../identity/session/auth-address.ts';
import { coinName } from '../i18n/coin-name.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LiveAside } from './live-aside.tsx';
import { useStar } from './star.tsx';
import { useRange } from './use-range.ts';

export function CoinRoute() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { range, chooseRange } = useRange(marketRanges);
  const partsOf = useCoinParts();
  // A code has a capital letter and a market's id has none, so neither can be taken for the other.
  return (
    <>
      <LiveAside />
      {assetCodePattern.test(id) ? (
        <OwnCoinPage
          key={id}
          code={id}
          renderParts={({ id: code, name }) => partsOf({ id: code, name, asset: code })}
          renderOther={(code) => <CoinOfMarket code={code} />}
        />
      ) : (
        <CoinPage
          key={id}
          id={id}
          range={range}
          onRangeChange={chooseRange}
          notFound={<OwnCoinInSmallLetters id={id} />}
          renderParts={(coin) => {
            // Several coins share a symbol, none its id.
            const asset = assetOfMarket(coin.id)?.code;
            return partsOf({ id: coin.id, name: coinName(t, coin.symbol, coin.name), asset });
          }}
        />
      )}
    </>
  );
}

/** The code of an asset that a market prices leads to the market's page. */
function CoinOfMarket({ code }: { code: string }) {
  const asset = findAssetCode(code);
  const marketId = asset === undefined ? null : assetOf(asset).marketId;
  return marketId === null ? <NotFoundPage /> : <Navigate to={coinPath(marketId)} replace />;
}

/** People type "/market/mrcy". */
function OwnCoinInSmallLetters({ id }: { id: string }) {
  const code = findAssetCode(id.toUpperCase());
  return code === undefined ? <NotFoundPage /> : <Navigate to={coinPath(code)} replace />;
}

interface ShownCoin {
  /** Of its page and of the watchlist. */
  id: string;
  name: string;
  /** What it is here; undefined if it can't be held here. */
  asset: AssetCode | undefined;
}

function useCoinParts() {
  const { status } = useSession();
  const renderStar = useStar();
  const isSignedIn = status === 'verified';
  return ({ id, name, asset }: ShownCoin): CoinParts => {
    const isTraded = asset !== undefined && assetOf(asset).isActive;
    return {
      tools: (
        <>
          {renderStar({ id, name })}
          {isSignedIn && isTraded && <NewPriceAlertButton />}
        </>
      ),
      actions: isTraded && status !== 'loading' ? <Ways currency={asset} isSignedIn={isSignedIn} /> : null,
      mine: isSignedIn && asset !== undefined ? <MyCoin currency={asset} isTraded={isTraded} /> : null,
      invitation: status !== 'loading' && !(isSignedIn && isTraded) && <Invited />,
    };
  };
}

function Ways({ currency, isSignedIn }: { currency: AssetCode; isSignedIn: boolean }) {
  const { t } = useTranslation();
  if (!isSignedIn) return <OrderBookLink coin={currency} />;
  return (
    <>
      <ButtonLink to={buyPath(currency)}>{t('trade.coin.buy', { currency })}</ButtonLink>
      <ButtonLink variant="secondary" to={sellPath(currency)}>
        {t('trade.coin.sell', { currency })}
      </ButtonLink>
    </>
  );
}

function MyCoin({ currency, isTraded }: { currency: AssetCode; isTraded: boolean }) {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  return (
    <>
      <CoinHolding currency={currency} />
      {isTraded && <PriceAlertsCard currency={currency} isOfCoin />}
      <CoinTransactions
        currency={currency}
        nameOf={(address) => (address === null ? undefined : contactNameOf(contacts, address))}
      />
    </>
  );
}

function Invited() {
  const { t } = useTranslation();
  const openForm = useOpenAuthForm();
  return (
    <NextStep
      visitorTitle={t('market.invitationTitle')}
      visitorText={t('market.invitationText')}
      onRegister={() => openForm('register')}
    />
  );
}
