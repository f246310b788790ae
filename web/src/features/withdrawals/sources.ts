import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { AssetOffer } from '../../api/config-query.ts';
import type { WithdrawalTerms } from './draft.ts';

/** A wallet that can be withdrawn from, with what there is to know of its currency. */
export interface Source {
  wallet: Wallet;
  offer: AssetOffer;
}

interface SourcesGiven {
  assets: readonly AssetOffer[];
  wallets: readonly Wallet[];
  /** Withdrawals go to addresses of the book only. An example that stands in no book is none then. */
  isBookOnly: boolean;
}

export function sourcesOf({ assets, wallets, isBookOnly }: SourcesGiven): Source[] {
  return wallets.flatMap((wallet) => {
    const offer = assets.find(({ code }) => code === wallet.currency);
    if (!offer?.canWithdraw || !wallet.canWithdraw) return [];
    return [{ wallet, offer: isBookOnly ? { ...offer, exampleAddress: null } : offer }];
  });
}

export function termsOf({ wallet, offer }: Source, feeBps: number): WithdrawalTerms {
  return {
    currency: wallet.currency,
    availableBalance: wallet.availableBalance,
    minimum: offer.withdrawalMin,
    feeBps,
    networkFee: offer.networkFee,
  };
}

export function isEmpty({ wallet }: Source): boolean {
  return !/[1-9]/.test(wallet.availableBalance);
}

/** Begins with the currency that was asked for, else with the first that there is something of. */
export function firstOf(sources: readonly Source[], currency: AssetCode | undefined): Source | undefined {
  return (
    sources.find(({ wallet }) => wallet.currency === currency) ??
    sources.find((source) => !isEmpty(source)) ??
    sources[0]
  );
}
