import * as contract from '@mercury/contract/console/assets.ts';
import { type Asset, networkOf } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { decimalText, readAssets } from '../../db/asset-table.ts';
import type { Services } from '../../services.ts';
import { isFeeASetting, isMoneyOfHouse } from '../../settings/change-asset.ts';
import { networkFeeOf } from '../../withdrawal-settings.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { propose } from '../proposals/propose.ts';
import { findWaiting } from '../proposals/queries.ts';
import { type AssetParameters, changeAssetAct } from './asset-act.ts';

export function bindAssets(bind: ConsoleBind, { services }: ConsoleDeps): void {
  bind(contract.listOfferedAssets, {}, async () => ({ success: true, assets: await listAll(services) }));
  bind(
    contract.changeAssetOffer,
    {},
    async ({ params: { code }, body: { reason, ...offer }, session, context: origin }) => {
      const parameters: AssetParameters = { code, offer };
      return {
        success: true,
        proposal: await propose(services, changeAssetAct, { parameters, reason, session, origin }),
      };
    },
  );
}

/** From the database: what was changed a moment ago is here at once, whichever process is asked. */
async function listAll({ db, settings: { current } }: Services): Promise<contract.OfferedAsset[]> {
  const [assets, waiting] = await Promise.all([readAssets(db.pool), findWaiting(db, changeAssetAct.kind)]);
  return assets.map((asset) => {
    const { code, name, names, icon, decimals, isTransferable, withdrawalMin } = asset;
    const isSetting = isFeeASetting(current, code);
    return {
      currency: code,
      name,
      names,
      icon,
      decimals,
      network: networkOf(code),
      isOffered: asset.isActive,
      isAlwaysOffered: isMoneyOfHouse(code),
      isTransferable,
      withdrawalMin,
      networkFee: isSetting ? decimalText(networkFeeOf(current, code), decimals) : asset.networkFee,
      isFeeASetting: isSetting,
      price: priceOf(asset),
      proposal: waiting.get(code) ?? null,
    };
  });
}

function priceOf({ code, marketId, priceUsd }: Asset): contract.OfferedAsset['price'] {
  if (code === coinCode) return { source: 'setting', market: null, usd: null };
  if (marketId !== null) return { source: 'market', market: marketId, usd: null };
  if (priceUsd !== null) return { source: 'operator', market: null, usd: priceUsd };
  return { source: 'par', market: null, usd: null };
}
