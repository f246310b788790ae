import { parseAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { assetOf, isAssetCode, type AssetCode, type Chain } from '@mercury/contract/money/asset.ts';
import * as z from 'zod';

/** In each currency's smallest unit. */
export type AmountsByAsset = Readonly<Partial<Record<AssetCode, bigint>>>;

type Reading = { readonly asset: AssetCode; readonly amount: bigint } | { readonly problem: string };

/** `BTC=0.0001,USDT=3`, each in the currency itself, of those on any of the chains. */
const amountsByAsset = (isChain: (chain: Chain) => boolean) =>
  z.string().transform((text, context): AmountsByAsset => {
    const amounts: Partial<Record<AssetCode, bigint>> = {};
    for (const part of text.split(',')) {
      const reading = readAmount(part.trim(), isChain);
      const problem = 'problem' in reading ? reading.problem : undefined;
      if ('asset' in reading && amounts[reading.asset] === undefined) {
        amounts[reading.asset] = reading.amount;
        continue;
      }
      context.addIssue(problem ?? `names the same currency twice: ${JSON.stringify(part.trim())}`);
      return z.NEVER;
    }
    return amounts;
  });

function readAmount(part: string, isChain: (chain: Chain) => boolean): Reading {
  const quoted = JSON.stringify(part);
  const [, code, text = ''] = /^([A-Za-z0-9]+)=(.+)$/.exec(part) ?? [];
  if (code === undefined) return { problem: `must be a list such as BTC=0.0001,USDT=3, not ${quoted}` };
  if (!isAssetCode(code)) return { problem: `names a currency that is not known: ${quoted}` };
  const { chain, decimals } = assetOf(code);
  if (chain === null || !isChain(chain)) {
    return { problem: `names a currency that has no network to pay: ${quoted}` };
  }
  const amount = parseAmountOutside(code, text);
  if (amount === undefined || amount.minorUnits === 0n) {
    return { problem: `must have an amount above zero of at most ${decimals} decimals: ${quoted}` };
  }
  return { asset: code, amount: amount.minorUnits };
}

const ofAnyChain = amountsByAsset(() => true).default({});

export const withdrawalSettings = {
  // The own coin's chain is the product itself: it charges no fee.
  WITHDRAWAL_NETWORK_FEES: amountsByAsset((chain) => chain !== 'mercury').default({}),
  PAYOUT_APPROVAL_ABOVE: ofAnyChain,
  PAYOUT_APPROVAL_DAY_ABOVE: ofAnyChain,
};

/** What a payout may be, alone and with all of 24 hours, without a second person. Unlimited in a currency that is not named. */
export interface PayoutApproval {
  readonly above: AmountsByAsset;
  readonly dayAbove: AmountsByAsset;
}

/** From the settings, else from the list of assets. */
export function networkFeeOf(
  { networkFees }: { readonly networkFees: AmountsByAsset },
  asset: AssetCode,
): bigint {
  return networkFees[asset] ?? parseAmount(asset, assetOf(asset).networkFee)?.minorUnits ?? 0n;
}
