import {
  assetCodePattern,
  assetDecimalsMax,
  findAssetCode,
  listAssets,
  networkOf,
  type Asset,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { decimalText, insertAsset, updateAsset } from '../db/asset-table.ts';
import { changeAsset, isFeeASetting, isMoneyOfHouse, lockAsset } from '../settings/change-asset.ts';
import type { BusinessSettings } from '../settings/registry.ts';
import { networkFeeOf } from '../withdrawal-settings.ts';
import { asOwner } from './as-owner.ts';
import {
  applySettings,
  checkPlace,
  checkPrice,
  readDecimals,
  settingsToAdd,
  settingsToChange,
} from './asset-settings.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { writeDown } from './write-down.ts';

export const assetCommands: OperatorCommands = {
  'list-assets': {
    parameters: [],
    help: 'what money can be here: each currency, where it is, who says what it costs, what it costs to withdraw',
    run: async ({ settings }) => list(settings.current),
  },
  'add-asset': {
    parameters: ['<code>', '<decimals>', '<settings...>'],
    help: 'a token or a coin of your own, from now on; neither its code nor its decimals can be changed after',
    run: (context, [code = '', decimals = '', settings = '']) => add(context, { code, decimals, settings }),
  },
  'set-asset': {
    parameters: ['<code>', '<settings...>'],
    help: 'says anew what is known of it, such as price=65.2 or active=no',
    run: (context, [code = '', settings = '']) => change(context, { code, settings }),
  },
};

const heads = [
  'code',
  'name',
  'decimals',
  'network',
  'contract',
  'price',
  'least withdrawal',
  'network fee',
  'transfers',
  'active',
];

function list(settings: BusinessSettings): string {
  return tableOf(
    heads,
    listAssets().map((asset) => cellsOf(asset, settings)),
  );
}

function cellsOf(asset: Asset, settings: BusinessSettings): readonly string[] {
  const { code, name, decimals, contractAddress, withdrawalMin } = asset;
  return [
    code,
    name,
    String(decimals),
    networkOf(code) ?? '',
    contractAddress ?? '',
    priceOf(asset),
    withdrawalMin,
    decimalText(networkFeeOf(settings, code), decimals),
    asset.isTransferable ? 'yes' : 'no',
    asset.isActive ? 'yes' : 'no',
  ];
}

function priceOf({ code, marketId, priceUsd }: Asset): string {
  if (code === coinCode) return 'a setting';
  if (marketId !== null) return `market ${marketId}`;
  return priceUsd ?? '1';
}

async function add(
  context: OperatorContext,
  { code, decimals: decimalsText, settings }: { code: string; decimals: string; settings: string },
): Promise<string> {
  if (!assetCodePattern.test(code)) {
    throw new RefusedError(
      `${JSON.stringify(code)} is no code: 2 to 12 capitals and digits, one letter at least`,
    );
  }
  if (findAssetCode(code) !== undefined) throw new RefusedError(`There is a currency ${code} already`);
  const decimals = readDecimals(decimalsText, assetDecimalsMax);
  const asset = checkPlace(applySettings(blankAsset(code, decimals), settings, settingsToAdd));
  checkPrice(asset);
  const { operator } = context;
  await asOwner(context, async (trx) => {
    if (!(await insertAsset(trx.client, asset))) {
      throw new RefusedError(`There is a currency ${code} already`);
    }
    await writeDown(trx, { command: 'add-asset', operator, detail: `${code} ${decimals} ${settings}` });
  });
  return `${code} can be held, ${asset.isTransferable ? 'transferred and traded' : 'and traded'} from now on`;
}

/** The asset before its settings. Later checks refuse it if a value without a default is missing. */
function blankAsset(code: string, decimals: number): Asset {
  return {
    // The form is right and the code is free: after the commit, this asset exists.
    code: code as AssetCode,
    name: code,
    names: {},
    decimals,
    shownDecimals: decimals,
    chain: null,
    contractAddress: null,
    marketId: null,
    priceUsd: null,
    sandboxPriceUsd: null,
    withdrawalMin: '',
    networkFee: '0',
    topUpPosition: null,
    isTransferable: true,
    isActive: true,
    icon: null,
  };
}

async function change(
  context: OperatorContext,
  { code: text, settings }: { code: string; settings: string },
): Promise<string> {
  const code = findAssetCode(text.toUpperCase());
  if (code === undefined) throw new RefusedError(`There is no currency ${JSON.stringify(text)}`);
  const { operator } = context;
  const asset = await asOwner(context, async (trx) => {
    const before = await lockAsset(trx, code);
    const after = applySettings(before, settings, settingsFor(code, context.settings.current));
    if (isMoneyOfHouse(code)) requireMoneyOfHouse(after);
    else checkPrice(after);
    await changeAsset(trx, { before, after }, updateAsset);
    await writeDown(trx, { command: 'set-asset', operator, detail: `${code} ${settings}` });
    return after;
  });
  return `${code} is ${asset.isActive ? 'as you say' : 'not taken in and not traded'} from now on`;
}

function settingsFor(code: AssetCode, current: BusinessSettings): typeof settingsToChange {
  if (!isFeeASetting(current, code)) return settingsToChange;
  const refuse = (): never => {
    throw new RefusedError(`The network fee of ${code} is set in WITHDRAWAL_NETWORK_FEES: change it there`);
  };
  return { ...settingsToChange, 'network-fee': refuse };
}

/** A setting or a par says what they cost. */
function requireMoneyOfHouse({ code, isActive, marketId, priceUsd, sandboxPriceUsd }: Asset): void {
  if (!isActive) throw new RefusedError(`${code} can't be switched off: top-ups are in it`);
  if (marketId !== null || priceUsd !== null || sandboxPriceUsd !== null) {
    throw new RefusedError(
      code === 'USD' ? 'A dollar costs a dollar' : `What ${code} costs is a setting: ${code}_PRICE_USD`,
    );
  }
}
