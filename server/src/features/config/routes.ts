import { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { leastWithdrawal } from '@mercury/contract/money/fee.ts';
import { locales } from '@mercury/contract/locales.ts';
import { chainTraits, listAssets, networkOf, type Asset } from '@mercury/contract/money/asset.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import type { Bind } from '../../http/bind.ts';
import { exampleAddressOf } from '../../rails/sandbox/example-addresses.ts';
import type { Rail } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { networkFeeOf } from '../../withdrawal-settings.ts';
import { presentContact } from './present-contact.ts';

export function bindConfigRoutes(bind: Bind, services: Services): void {
  const { config, rail } = services;

  bind(getConfig, {}, async () => {
    const settings = services.settings.current;
    return {
      success: true,
      productName,
      coin: coinCode,
      coinPriceUsd: formatPrice(settings.coinPriceUsd),
      withdrawalFeeBps: settings.withdrawalFeeBps,
      moneyMode: config.moneyMode,
      rail: {
        name: rail.name,
        isSandbox: rail.isSandbox,
        canTopUp: rail.canTopUp,
        canPayOut: rail.canPayOut,
        paymentOrigins: [...rail.paymentOrigins],
      },
      assets: listAssets().map((asset) => presentAsset(rail, settings, asset)),
      limits: { topUpUsdMin: limits.topUpUsdMin, topUpUsdMax: limits.topUpUsdMax },
      trade: {
        feeBps: settings.trade.feeBps,
        spreadBps: settings.trade.spreadBps,
        orderUsdMin: limits.tradeUsdMin,
        orderUsdMax: formatAmount(settings.trade.orderUsdMax),
        dayUsdMax: formatAmount(settings.trade.dayUsdMax),
      },
      locales: [...locales],
      ...presentContact(rail, settings),
    };
  });
}

/** An asset and its options here. */
function presentAsset(
  rail: Rail,
  settings: BusinessSettings,
  asset: Asset,
): ReplyOf<typeof getConfig>['assets'][number] {
  const { code, chain, topUpPosition } = asset;
  const networkFee = networkFeeOf(settings, code);
  return {
    ...asset,
    network: networkOf(code),
    canTopUpWith: rail.canTopUp && topUpPosition !== null && asset.isActive,
    canDeposit: rail.canDeposit(code),
    canWithdraw: rail.canWithdraw(code),
    memoKind: chain === null ? null : chainTraits[chain].memoKind,
    withdrawalMin: formatAmount(leastWithdrawal(code, networkFee)),
    networkFee: formatAmount(amountOf(code, networkFee)),
    exampleAddress: rail.isSandbox ? exampleAddressOf(code) : null,
  };
}
