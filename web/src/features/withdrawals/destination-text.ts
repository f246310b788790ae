import { chainTraits } from '@mercury/contract/money/asset.ts';
import type { TFunction } from 'i18next';
import type { AssetOffer } from '../../domain/config-query.ts';
import type { DestinationProblem } from './draft.ts';

/** Latin names keep their place in texts that run from right to left. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** What is wrong with an address, as a sentence. */
export function destinationText(
  problem: DestinationProblem,
  { network }: Pick<AssetOffer, 'network'>,
  t: TFunction,
): string {
  const here = { network: isolated(network ?? '') };
  switch (problem.kind) {
    case 'required':
      return t('withdraw.addressRequired');
    case 'invalidCharacters':
      return t('withdraw.addressInvalid');
    case 'incomplete':
      return t('withdraw.addressIncomplete');
    case 'mistyped':
      return t('withdraw.addressMistyped');
    case 'otherChain':
      return t('withdraw.addressOfOther', { ...here, other: isolated(chainTraits[problem.chain].name) });
    case 'walletAddress':
      return t('withdraw.addressOfWallet');
    case 'noAddress':
      return t('withdraw.addressOfNone', here);
    default:
      return problem satisfies never;
  }
}

/** That an address has the form and the checksum of its network. */
export function rightDestinationText({ network }: Pick<AssetOffer, 'network'>, t: TFunction): string {
  return t('withdraw.addressRight', { network: isolated(network ?? '') });
}
