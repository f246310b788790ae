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

/** In the one spelling that is stored and compared. */
export interface Destination {
  readonly address: string;
  /** XRP's destination tag or TON's comment. */
  readonly memo: string;
}

interface WrittenDestination {
  readonly address: string;
  readonly memo?: string | undefined;
}

/** Undefined for no address of the chain, a wrong checksum, a test network, or a memo on a chain without memos. */
export function readDestination(
  asset: AssetCode,
  { address, memo = '' }: WrittenDestination,
): Destination | undefined {
  const { chain } = assetOf(asset);
  return chain === null ? undefined : readDestinationOn(chain, { address, memo });
}

export function readDestinationOn(
  chain: Chain,
  { address, memo = '' }: WrittenDestination,
): Destination | undefined {
  if (chain === 'xrp') return readXrp(address, memo);
  if (chain === 'ton') return isComment(memo) ? withMemo(readTon(address), memo) : undefined;
  return memo === '' ? withMemo(readAddress(chain, address), memo) : undefined;
}

/** In its one stored spelling; undefined if it is invalid, or if the chain has no tokens. */
export function readContract(chain: Chain, text: string): string | undefined {
  switch (chain) {
    case 'ethereum':
    case 'bnb':
      return readEthereum(text);
    case 'tron':
      return isTronAddress(text) ? text : undefined;
    case 'solana':
      // A contract needs no key, so its address may be off the curve.
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
      // These have no checksum. One that is off the curve has no key that could spend.
      return isSolanaAddress(text) && !isOffCurveAddress(text) ? text : undefined;
    default:
      return chain satisfies never;
  }
}

/** Pay to a key's or a script's hash; with segregated witness also version 0 and taproot (BIP-173, BIP-350). */
function readScriptAddress(chain: ScriptChain, text: string): string | undefined {
  const { network, kinds } = scriptNetworks[chain];
  const coder = ScriptAddress(network);
  const target = orUndefined(() => coder.decode(text));
  if (target === undefined || !kinds.some((kind) => kind === target.type)) return undefined;
  // Bech32 may be in capitals, as in a QR code.
  return coder.encode(target);
}

/** EIP-55: mixed case is a checksum; a single case has none. */
function readEthereum(text: string): string | undefined {
  const hasNoChecksum = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text);
  const written = hasNoChecksum ? text.toLowerCase() : text;
  if (!isEthereumAddress(written, { strict: true })) return undefined;
  const address = getAddress(written);
  // Nobody owns the zero address, and buggy programs produce it.
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

/** An X-address (XLS-5) has the tag in it, and must agree with a separate one. */
function readXrp(text: string, memo: string): Destination | undefined {
  if (memo !== '' && !(/^(0|[1-9][0-9]{0,9})$/.test(memo) && Number(memo) <= tagMax)) return undefined;
  if (isValidClassicAddress(text)) return { address: text, memo };
  if (!isValidXAddress(text)) return undefined;
  const { classicAddress, tag, test } = xAddressToClassicAddress(text);
  const packed = tag === false ? '' : tag.toString();
  if (test || (memo !== '' && memo !== packed)) return undefined;
  return { address: classicAddress, memo: packed };
}

// The basic chain and the masterchain; no other has accounts.
const tonWorkchains: ReadonlySet<number> = new Set([0, -1]);

/** Stores the friendly bounceable form: money that its contract does not take comes back. */
function readTon(text: string): string | undefined {
  // The library is less strict with the raw form.
  if (/^(0|-1):[0-9a-fA-F]{64}$/.test(text)) return TonAddress.parseRaw(text).toString();
  const friendly = TonAddress.isFriendly(text)
    ? orUndefined(() => TonAddress.parseFriendly(text))
    : undefined;
  if (friendly === undefined || friendly.isTestOnly) return undefined;
  return tonWorkchains.has(friendly.address.workChain) ? friendly.address.toString() : undefined;
}

/** Control characters and outer spaces would be lost before anyone compares the comment. */
function isComment(memo: string): boolean {
  return memo.length <= limits.memoLengthMax && memo === memo.trim() && !/[\p{C}]/u.test(memo);
}

/** The libraries throw for any other text. */
function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
