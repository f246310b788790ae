import { bech32m } from '@scure/base';
import { limits } from '../limits.ts';
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

/** Whom a transfer names: an account's address, or a username behind an @. Both in the form that is compared and stored. */
export type RecipientName =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'username'; readonly username: string };

const handlePattern = new RegExp(
  `^@([A-Za-z0-9_]{${limits.usernameLengthMin},${limits.usernameLengthMax}})$`,
);

/** Undefined if the text is neither a complete address nor an @ with a username. */
export function readRecipient(text: string): RecipientName | undefined {
  const trimmed = text.trim();
  const username = handlePattern.exec(trimmed)?.[1];
  // Usernames differ by more than case.
  if (username !== undefined) return { kind: 'username', username: username.toLowerCase() };
  return isWalletAddress(trimmed) ? { kind: 'address', address: normalizeAddress(trimmed) } : undefined;
}

/** One text for each recipient that is named alike, however it was typed. */
export function writeRecipient(name: RecipientName): string {
  return name.kind === 'address' ? name.address : `@${name.username}`;
}
