import { createHash } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';
import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { assetOf, type AssetCode, type Chain } from '@mercury/contract/money/asset.ts';
import { createBase58check } from '@scure/base';
import { Address as ScriptAddress } from '@scure/btc-signer';
import { isAddress as isSolanaAddress, isOffCurveAddress } from '@solana/addresses';
import { Address as TonAddress } from '@ton/core';
import { isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import { getAddress, isAddress as isEthereumAddress } from 'viem/utils';
import { scriptNetworks, type ScriptChain } from './networks.ts';

/** Where money goes on a chain, in the one spelling in which it is kept and compared. */
export interface Destination {
  readonly address: string;
  /** XRP's destination tag or TON's comment; empty where there is none. */
  readonly memo: string;
}

interface WrittenDestination {
  readonly address: string;
  readonly memo?: string | undefined;
}

/**
 * Reads what a person wrote as the destination of an asset: undefined where it is none of the asset's chain, where a
 * checksum is wrong, where it is of a test network, or where there is a memo and the chain knows no such thing.
 */
export function readDestination(
  asset: AssetCode,
  { address, memo = '' }: WrittenDestination,
): Destination | undefined {
  const { chain } = assetOf(asset);
  return chain === null ? undefined : readDestinationOn(chain, { address, memo });
}

/** The same for whom the chain is known and the asset does not matter. */
export function readDestinationOn(
  chain: Chain,
  { address, memo = '' }: WrittenDestination,
): Destination | undefined {
  if (chain === 'xrp') return readXrp(address, memo);
  if (chain === 'ton') return isComment(memo) ? withMemo(readTon(address), memo) : undefined;
  return memo === '' ? withMemo(readAddress(chain, address), memo) : undefined;
}

/** A token's contract, in the one spelling in which it is kept; undefined where it is none, or its chain carries no tokens. */
export function readContract(chain: Chain, text: string): string | undefined {
  switch (chain) {
    case 'ethereum':
    case 'bnb':
      return readEthereum(text);
    case 'tron':
      return isTronAddress(text) ? text : undefined;
    case 'solana':
      // Nobody has to hold a key of it, so it may be no point of the curve.
      return isSolanaAddress(text) ? text : undefined;
    case 'ton':
      return readTon(text);
    case 'mercury':
    case 'bitcoin':
    case 'litecoin':
    case 'dogecoin':
    case 'xrp':
      return undefined;
    default:
      return chain satisfies never;
  }
}

function withMemo(address: string | undefined, memo: string): Destination | undefined {
  return address === undefined ? undefined : { address, memo };
}

function readAddress(chain: Exclude<Chain, 'xrp' | 'ton'>, text: string): string | undefined {
  switch (chain) {
    case 'mercury':
      return isWalletAddress(text) ? normalizeAddress(text) : undefined;
    case 'bitcoin':
    case 'litecoin':
    case 'dogecoin':
      return readScriptAddress(chain, text);
    case 'ethereum':
    case 'bnb':
      return readEthereum(text);
    case 'tron':
      return isTronAddress(text) ? text : undefined;
    case 'solana':
      // Addresses of this chain carry no checksum. One that is no point of the curve has no key that could spend.
      return isSolanaAddress(text) && !isOffCurveAddress(text) ? text : undefined;
    default:
      return chain satisfies never;
  }
}

/** Pay to a key's or a script's hash, and where the chain has segregated witness, version 0 and taproot (BIP-173, BIP-350). */
function readScriptAddress(chain: ScriptChain, text: string): string | undefined {
  const { network, kinds } = scriptNetworks[chain];
  const coder = ScriptAddress(network);
  const target = orUndefined(() => coder.decode(text));
  if (target === undefined || !kinds.some((kind) => kind === target.type)) return undefined;
  // Bech32 may be written all in capitals, as in a QR code; written anew it has its usual form.
  return coder.encode(target);
}

/** EIP-55: letters in both cases are a checksum; in one case there is none to be wrong. */
function readEthereum(text: string): string | undefined {
  const hasNoChecksum = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text);
  const written = hasNoChecksum ? text.toLowerCase() : text;
  if (!isEthereumAddress(written, { strict: true })) return undefined;
  const address = getAddress(written);
  // Nobody's: what is sent there is burnt, and it is what a mistake in a program yields.
  return /^0x0{40}$/.test(address) ? undefined : address;
}

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const tronVersion = 0x41;
const tronAddressBytes = 21;

function isTronAddress(text: string): boolean {
  const bytes = orUndefined(() => base58check.decode(text));
  return bytes?.length === tronAddressBytes && bytes[0] === tronVersion;
}

const tagMax = 4_294_967_295;

/** An address with a tag beside it, or an X-address, which holds both (XLS-5) and agrees with what stands beside it. */
function readXrp(text: string, memo: string): Destination | undefined {
  if (memo !== '' && !(/^(0|[1-9][0-9]{0,9})$/.test(memo) && Number(memo) <= tagMax)) return undefined;
  if (isValidClassicAddress(text)) return { address: text, memo };
  if (!isValidXAddress(text)) return undefined;
  const { classicAddress, tag, test } = xAddressToClassicAddress(text);
  const packed = tag === false ? '' : tag.toString();
  if (test || (memo !== '' && memo !== packed)) return undefined;
  return { address: classicAddress, memo: packed };
}

// The basic chain and the masterchain; nobody has an account on another.
const tonWorkchains: ReadonlySet<number> = new Set([0, -1]);

/**
 * Friendly or raw, kept in the friendly bounceable form: money that its contract does not take comes back from there.
 */
function readTon(text: string): string | undefined {
  // The library reads the number before the colon, and what follows, less strictly than that.
  if (/^(0|-1):[0-9a-fA-F]{64}$/.test(text)) return TonAddress.parseRaw(text).toString();
  const friendly = TonAddress.isFriendly(text)
    ? orUndefined(() => TonAddress.parseFriendly(text))
    : undefined;
  if (friendly === undefined || friendly.isTestOnly) return undefined;
  return tonWorkchains.has(friendly.address.workChain) ? friendly.address.toString() : undefined;
}

/** No control characters and no spaces around: they would be lost on the way to whoever compares it. */
function isComment(memo: string): boolean {
  return memo.length <= limits.memoLengthMax && memo === memo.trim() && !/[\p{C}]/u.test(memo);
}

/** The libraries say by throwing that a text is no address of theirs. */
function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
