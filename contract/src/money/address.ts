import { bech32m } from '@scure/base';
import { coinCode } from '../product.ts';

/** The human-readable prefix of every wallet address of the product's coin. */
export const addressPrefix = coinCode.toLowerCase();

/** Random bytes in an address: 160 bits make a collision practically impossible. */
export const addressByteCount = 20;

/** Writes 20 bytes as a wallet address in Bech32m (BIP-350). Its checksum catches any mistyped character. */
export function encodeAddress(bytes: Uint8Array): string {
  if (bytes.length !== addressByteCount) throw new RangeError(`an address holds ${addressByteCount} bytes`);
  return bech32m.encode(addressPrefix, bech32m.toWords(bytes));
}

/** True for a complete wallet address of this product with a right checksum. All capitals are valid too. */
export function isWalletAddress(text: string): boolean {
  const decoded = bech32m.decodeUnsafe(text);
  if (decoded?.prefix !== addressPrefix) return false;
  return bech32m.fromWordsUnsafe(decoded.words)?.length === addressByteCount;
}

/** The canonical form, for storing and comparing addresses. */
export function normalizeAddress(text: string): string {
  return text.toLowerCase();
}
