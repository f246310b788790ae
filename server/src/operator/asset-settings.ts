import { marketCoinIdSchema } from '@mercury/contract/api/market.ts';
import { labelSchema } from '@mercury/contract/api/shapes.ts';
import { locales } from '@mercury/contract/locales.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { assetOfMarket, chains, listAssets, type Asset, type Chain } from '@mercury/contract/money/asset.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { readContract } from '../rails/destinations.ts';
import { RefusedError } from './command.ts';

type Reader = (asset: Asset, text: string) => Asset;

const tokenChains: readonly Chain[] = ['ethereum', 'bnb', 'tron', 'solana', 'ton'];

/** Can be set only when the asset is added: these decide which money it is. */
const lasting: Readonly<Record<string, Reader>> = {
  chain: (asset, text) => ({ ...asset, chain: readChain(text) }),
  contract: (asset, text) => ({ ...asset, contractAddress: text }),
};

/** Can be set again at any time. An empty text clears an optional setting. */
const changeable: Readonly<Record<string, Reader>> = {
  name: (asset, text) => ({ ...asset, name: readName(text) }),
  ...Object.fromEntries(
    locales
      .filter((locale) => locale !== 'en')
      .map((locale): [string, Reader] => [
        `name.${locale}`,
        (asset, text) => ({ ...asset, names: { ...asset.names, [locale]: readName(text) } }),
      ]),
  ),
  market: (asset, text) => ({ ...asset, marketId: text === '' ? null : readMarketId(text) }),
  price: (asset, text) => ({ ...asset, priceUsd: readPriceOf(asset, text) }),
  'sandbox-price': (asset, text) => ({ ...asset, sandboxPriceUsd: readPriceOf(asset, text) }),
  'least-withdrawal': (asset, text) => ({ ...asset, withdrawalMin: readAmountAboveZero(asset, text) }),
  'network-fee': (asset, text) => ({ ...asset, networkFee: readAmountOf(asset, text) }),
  'shown-decimals': (asset, text) => ({ ...asset, shownDecimals: readDecimals(text, asset.decimals) }),
  transferable: (asset, text) => ({ ...asset, isTransferable: readYes(text) }),
};

const switchable: Readonly<Record<string, Reader>> = {
  active: (asset, text) => ({ ...asset, isActive: readYes(text) }),
};

export const settingsToAdd = { ...lasting, ...changeable };
export const settingsToChange = { ...changeable, ...switchable };

/** The help, one line for each setting. */
export const settingsHelp = `A setting of an asset is <name>=<value>:
  ${Object.keys(settingsToAdd).join(', ')};
  later also active=no, which takes none of it in any more and trades none, and not chain and contract.
`;

/** Applies `name=Gold Coin price=65.2`: a value ends at the next name. @throws RefusedError */
export function applySettings(asset: Asset, text: string, readers: Readonly<Record<string, Reader>>): Asset {
  const seen = new Set<string>();
  return text.split(/\s+(?=[a-z][a-z.-]*=)/).reduce((changed, setting) => {
    const [, name = '', value = ''] = /^([a-z][a-z.-]*)=(.*)$/s.exec(setting) ?? [];
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) {
      throw new RefusedError(
        `${JSON.stringify(setting)} is no setting; there are ${Object.keys(readers).join(', ')}`,
      );
    }
    if (seen.has(name)) throw new RefusedError(`${name} is said twice`);
    seen.add(name);
    return read(changed, value.trim());
  }, asset);
}

/** Exactly one source sets the price: the operator or a market. @throws RefusedError */
export function checkPrice({ code, marketId, priceUsd, sandboxPriceUsd }: Asset): void {
  if ((marketId === null) === (priceUsd === null)) {
    throw new RefusedError(`${code} needs a price of yours or a market that says it, and not both`);
  }
  if (sandboxPriceUsd !== null && marketId === null) {
    throw new RefusedError('sandbox-price stands in for a market, and there is none');
  }
  const known = marketId === null ? undefined : assetOfMarket(marketId);
  if (known !== undefined && known.code !== code) throw new RefusedError(`${marketId} is ${known.code}`);
}

/**
 * Either a token with a chain and a contract on it, or a coin that moves only inside. Returns the contract as its chain writes
 * it.
 * @throws RefusedError
 */
export function checkPlace(asset: Asset): Asset {
  const { chain, contractAddress, withdrawalMin } = asset;
  if (chain === null && contractAddress === null) return { ...asset, withdrawalMin: withdrawalMin || '1' };
  if (chain === null || contractAddress === null) {
    throw new RefusedError('A token has a chain and a contract on it; a coin of your own has neither');
  }
  const contract = readContract(chain, contractAddress);
  if (contract === undefined) {
    throw new RefusedError(`${JSON.stringify(contractAddress)} is no contract on ${chain}`);
  }
  const same = listAssets().find((other) => other.chain === chain && other.contractAddress === contract);
  if (same !== undefined) throw new RefusedError(`${contract} is ${same.code}`);
  if (withdrawalMin === '') {
    throw new RefusedError('A token needs a least-withdrawal: what costs about as much to pay out');
  }
  return { ...asset, contractAddress: contract };
}

function readChain(text: string): Chain {
  const chain = tokenChains.find((name) => name === text);
  if (chain !== undefined) return chain;
  const isKnown = chains.some((name) => name === text);
  throw new RefusedError(
    `${JSON.stringify(text)} ${isKnown ? 'carries no tokens here' : 'is no chain'}; there are ${tokenChains.join(', ')}`,
  );
}

function readName(text: string): string {
  const read = labelSchema.safeParse(text);
  if (!read.success) throw new RefusedError(`${JSON.stringify(text)} is no name`);
  return read.data;
}

function readMarketId(text: string): string {
  const read = marketCoinIdSchema.safeParse(text);
  if (!read.success)
    throw new RefusedError(`${JSON.stringify(text)} is no name of a market, such as bitcoin`);
  return read.data;
}

function readPriceOf({ code }: Asset, text: string): string | null {
  if (text === '') return null;
  if (parsePrice(code, text) === undefined) {
    throw new RefusedError(`${JSON.stringify(text)} is no price in US dollars`);
  }
  return text;
}

function readAmountOf({ code, decimals }: Asset, text: string): string {
  if (parseDecimal(text, decimals) !== undefined) return text;
  throw new RefusedError(`${JSON.stringify(text)} is no amount of ${code}, which has ${decimals} decimals`);
}

function readAmountAboveZero(asset: Asset, text: string): string {
  const amount = readAmountOf(asset, text);
  if (!/[1-9]/.test(amount)) throw new RefusedError('The least withdrawal is above zero');
  return amount;
}

/** The number of decimals: a whole number up to `max`. @throws RefusedError */
export function readDecimals(text: string, max: number): number {
  if (/^[0-9]{1,2}$/.test(text) && Number(text) <= max) return Number(text);
  throw new RefusedError(`${JSON.stringify(text)} is no number of decimals from 0 to ${max}`);
}

function readYes(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new RefusedError(`${JSON.stringify(text)} is neither yes nor no`);
}
