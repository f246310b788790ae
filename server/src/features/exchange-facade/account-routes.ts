import { getTradingFees, listFills } from '@mercury/contract/api/markets.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import { assetCodes, assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { findNumberedOrder, findOwnTrades } from '../orders/numbered-orders.ts';
import { listHoldings } from '../wallet/show-wallet.ts';
import { feesOfMarket, listFees } from './fees.ts';
import {
  readFlag,
  readLimit,
  readNumber,
  readOptionalSymbol,
  readSymbol,
  readTimes,
  type Params,
} from './params.ts';
import { presentOwnTrade } from './present-order.ts';
import type { SignedContext, SignedRoute } from './route.ts';
import { requireTerms } from './symbols.ts';

const get = (
  path: `/${string}`,
  definition: Pick<SignedRoute, 'standsFor' | 'weight' | 'prepare'>,
): SignedRoute => ({ method: 'GET', path, ...definition });

export const accountRoutes: readonly SignedRoute[] = [
  get('/api/v3/account', {
    standsFor: getBalance,
    weight: 4,
    prepare(params) {
      const omitsEmpty = readFlag(params, 'omitZeroBalances');
      return (context) => showAccount(context, omitsEmpty);
    },
  }),
  get('/api/v3/account/commission', {
    standsFor: getTradingFees,
    weight: 4,
    prepare(params) {
      const symbol = readSymbol(params);
      return (context) => showCommission(context, symbol);
    },
  }),
  get('/api/v3/myTrades', { standsFor: listFills, weight: 4, prepare: prepareTrades }),
  get('/sapi/v1/asset/tradeFee', {
    standsFor: getTradingFees,
    weight: 1,
    prepare(params) {
      const symbol = readOptionalSymbol(params);
      return async ({ services: { db }, session: { userId } }) => {
        const fees = await listFees(db, userId, symbol === undefined ? undefined : [symbol]);
        return fees.map(({ symbol: each, maker, taker }) => ({
          symbol: each,
          makerCommission: maker,
          takerCommission: taker,
        }));
      };
    },
  }),
  get('/sapi/v1/capital/config/getall', { standsFor: getBalance, weight: 4, prepare: () => listCoins }),
  // Nobody borrows here. Clients ask all the same.
  get('/sapi/v1/margin/allPairs', { standsFor: getBalance, weight: 1, prepare: () => async () => [] }),
  get('/sapi/v1/margin/isolated/allPairs', {
    standsFor: getBalance,
    weight: 1,
    prepare: () => async () => [],
  }),
];

async function showAccount({ services, session: { userId } }: SignedContext, omitsEmpty: boolean) {
  const { db } = services;
  const [balances, fees] = await Promise.all([
    listBalances(services, userId),
    listFees(db, userId, undefined),
  ]);
  // Each market has its own; of the account it is the highest.
  const highest = (kind: 'maker' | 'taker'): string =>
    fees.map((each) => each[kind]).reduce((most, each) => (Number(each) > Number(most) ? each : most), '0');
  const [maker, taker] = [highest('maker'), highest('taker')];
  const basisPoints = (part: string): number => Math.ceil(Number(part) * 10_000);
  return {
    makerCommission: basisPoints(maker),
    takerCommission: basisPoints(taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker, taker, buyer: '0', seller: '0' },
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: true,
    preventSor: true,
    updateTime: Date.now(),
    accountType: 'SPOT',
    balances: balances
      .filter(({ isEmpty }) => !(omitsEmpty && isEmpty))
      .map(({ asset, free, locked }) => ({ asset, free, locked })),
    permissions: ['SPOT'],
  };
}

/** Locked is what orders may still spend, and what withdrawals hold. */
async function listBalances(services: SignedContext['services'], userId: string) {
  const held = new Map((await listHoldings(services, userId)).map((holding) => [holding.asset, holding]));
  return assetCodes().map((asset) => {
    const { available = 0n, inOrders = 0n, held: onHold = 0n } = held.get(asset) ?? {};
    const write = (units: bigint): string => formatDecimal(units, assetOf(asset).decimals);
    return {
      asset,
      free: write(available - inOrders),
      locked: write(inOrders + onHold),
      isEmpty: available + onHold === 0n,
    };
  });
}

async function showCommission({ services: { db }, session: { userId } }: SignedContext, symbol: string) {
  const fees = { ...(await feesOfMarket(db, userId, symbol)), buyer: '0', seller: '0' };
  const none = { maker: '0', taker: '0', buyer: '0', seller: '0' };
  return {
    symbol,
    standardCommission: fees,
    specialCommission: none,
    taxCommission: none,
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: '0' },
  };
}

async function listCoins({ services, session: { userId } }: SignedContext) {
  const isDollar = (asset: AssetCode): boolean => asset === 'USD';
  return (await listBalances(services, userId)).map(({ asset, free, locked }) => ({
    coin: asset,
    name: assetOf(asset).name,
    free,
    locked,
    isLegalMoney: isDollar(asset),
    trading: assetOf(asset).isActive,
    // Money goes in and out by /v1 alone.
    depositAllEnable: false,
    withdrawAllEnable: false,
    networkList: [],
  }));
}

function prepareTrades(params: Params): ReturnType<SignedRoute['prepare']> {
  const symbol = readSymbol(params);
  const number = readNumber(params, 'orderId');
  const range = {
    fromSeq: readNumber(params, 'fromId'),
    ...readTimes(params),
    limit: readLimit(params, { byDefault: 500, max: 1000 }),
  };
  return async ({ services: { db }, session: { userId } }) => {
    const market = await requireTerms(db, symbol);
    const own = { userId, market: market.symbol };
    const order = number === undefined ? undefined : await findNumberedOrder(db, own, { number });
    if (number !== undefined && order === undefined) return [];
    const trades = await findOwnTrades(db, { ...own, orderId: order?.id }, range);
    return trades.map((row) => presentOwnTrade(market, row, userId));
  };
}
