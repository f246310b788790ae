import { parseAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { assetOf, isAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import * as z from 'zod';

/** The chain's cost of a withdrawal, in the currency's smallest unit; none if the currency is not named. */
export type NetworkFees = Readonly<Partial<Record<AssetCode, bigint>>>;

type Reading = { readonly asset: AssetCode; readonly fee: bigint } | { readonly problem: string };

/** `BTC=0.0001,USDT=3`, each in the currency itself. */
const networkFeesSchema = z.string().transform((text, context): NetworkFees => {
  const fees: Partial<Record<AssetCode, bigint>> = {};
  for (const part of text.split(',')) {
    const reading = readNetworkFee(part.trim());
    const problem = 'problem' in reading ? reading.problem : undefined;
    if ('asset' in reading && fees[reading.asset] === undefined) {
      fees[reading.asset] = reading.fee;
      continue;
    }
    context.addIssue(problem ?? `names the same currency twice: ${JSON.stringify(part.trim())}`);
    return z.NEVER;
  }
  return fees;
});

function readNetworkFee(part: string): Reading {
  const quoted = JSON.stringify(part);
  const [, code, text = ''] = /^([A-Za-z0-9]+)=(.+)$/.exec(part) ?? [];
  if (code === undefined) return { problem: `must be a list such as BTC=0.0001,USDT=3, not ${quoted}` };
  if (!isAssetCode(code)) return { problem: `names a currency that is not known: ${quoted}` };
  const { chain, decimals } = assetOf(code);
  // The own coin's chain is the product itself: it charges no fee.
  if (chain === null || chain === 'mercury') {
    return { problem: `names a currency that has no network to pay: ${quoted}` };
  }
  const fee = parseAmountOutside(code, text);
  if (fee === undefined || fee.minorUnits === 0n) {
    return { problem: `must have an amount above zero of at most ${decimals} decimals: ${quoted}` };
  }
  return { asset: code, fee: fee.minorUnits };
}

export const withdrawalSettings = { WITHDRAWAL_NETWORK_FEES: networkFeesSchema.default({}) };

/** From the settings, else from the list of assets. */
export function networkFeeOf(
  { networkFees }: { readonly networkFees: NetworkFees },
  asset: AssetCode,
): bigint {
  return networkFees[asset] ?? parseAmount(asset, assetOf(asset).networkFee)?.minorUnits ?? 0n;
}
