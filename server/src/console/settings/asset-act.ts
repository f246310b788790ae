import { isDeepStrictEqual } from 'node:util';
import { anyAssetCodeSchema } from '@mercury/contract/api/shapes.ts';
import { type AssetOffer, assetOfferShape } from '@mercury/contract/console/assets.ts';
import { type Asset, findAssetCode } from '@mercury/contract/money/asset.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import * as z from 'zod/mini';
import { decimalText, updateOffer } from '../../db/asset-table.ts';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { changeAsset, isFeeASetting, isMoneyOfHouse, lockAsset } from '../../settings/change-asset.ts';
import { type Facts, proposalAct } from '../proposals/act.ts';

const schema = z.strictObject({ code: anyAssetCodeSchema, offer: assetOfferShape });
export type AssetParameters = z.output<typeof schema>;

/** What an asset is offered for, and what leaving costs. */
export const changeAssetAct = proposalAct(schema, {
  kind: 'assets.change',
  async examine({ services, trx }, parameters) {
    const { current } = services.settings;
    const { before, after } = await examineOffer(trx, current, parameters);
    const { code } = before;
    return {
      subject: { kind: 'asset', id: code, name: code },
      before: factsOf(before, current),
      after: factsOf(after, current),
    };
  },
  async carryOut({ services, trx }, parameters) {
    await changeAsset(trx, await examineOffer(trx, services.settings.current, parameters), updateOffer);
  },
});

/** @throws DomainError NotFound, AssetAlwaysOffered, ValidationFailed, NothingToChange */
async function examineOffer(trx: Transaction, current: BusinessSettings, { code, offer }: AssetParameters) {
  if (findAssetCode(code) === undefined) throw new DomainError('NotFound');
  const before = await lockAsset(trx, code);
  if (offer.isOffered === false && isMoneyOfHouse(code)) throw new DomainError('AssetAlwaysOffered');
  if (offer.networkFee !== undefined && isFeeASetting(current, code)) refuseField('networkFee', 'invalid');
  const after: Asset = {
    ...before,
    isActive: offer.isOffered ?? before.isActive,
    isTransferable: offer.isTransferable ?? before.isTransferable,
    withdrawalMin: readAmount('withdrawalMin', before, offer),
    networkFee: readAmount('networkFee', before, offer),
  };
  if (isDeepStrictEqual(before, after)) throw new DomainError('NothingToChange');
  return { before, after };
}

/** Without trailing zeros, as the table's are read: "5" and "5.00" are the same. */
function readAmount(field: 'withdrawalMin' | 'networkFee', before: Asset, offer: AssetOffer): string {
  const text = offer[field];
  if (text === undefined) return before[field];
  const units = parseDecimal(text, before.decimals);
  if (units === undefined || (field === 'withdrawalMin' && units === 0n)) refuseField(field, 'invalidAmount');
  return decimalText(units, before.decimals);
}

function refuseField(field: keyof AssetOffer, key: 'invalid' | 'invalidAmount'): never {
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key }] });
}

/** A fee that a setting says is none of the asset's. */
function factsOf(asset: Asset, current: BusinessSettings): Facts {
  const { code, isActive, isTransferable, withdrawalMin, networkFee } = asset;
  return {
    isOffered: isActive,
    isTransferable,
    leastWithdrawal: `${withdrawalMin} ${code}`,
    ...(!isFeeASetting(current, code) && { networkFee: `${networkFee} ${code}` }),
  };
}
