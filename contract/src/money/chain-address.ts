import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xrp, base64url, bech32, bech32m, hex, utf8, type BytesCoder } from '@scure/base';
import { isWalletAddress } from './address.ts';
import type { Chain } from './asset.ts';

/**
 * True for a whole address of the chain's main network with a right checksum, which somebody can have the key of. The browser asks
 * while people type; the server decides with the libraries of the chains, and a test of its own holds the two together.
 */
export function isChainAddress(chain: Chain, text: string): boolean {
  switch (chain) {
    case 'mercury':
      return isWalletAddress(text);
    case 'bitcoin':
    case 'litecoin':
    case 'dogecoin':
      return isScriptAddress(chain, text);
    case 'ethereum':
    case 'bnb':
      return isEthereumAddress(text);
    case 'tron':
      return isVersioned(decodeChecked(base58, text), { version: 0x41 });
    case 'solana':
      return isSolanaAddress(text);
    case 'xrp':
      return isVersioned(decodeChecked(base58xrp, text), { version: 0 }) || isTaggedXrpAddress(text);
    case 'ton':
      return isTonAddress(text);
    default:
      return chain satisfies never;
  }
}

interface ScriptNetwork {
  /** Prefix of Bech32; undefined if the chain has no segregated witness. */
  readonly prefix: string | undefined;
  /** First bytes of Base58Check: of a key, and of a script. */
  readonly versions: readonly number[];
}

const scriptNetworks: Readonly<Record<'bitcoin' | 'litecoin' | 'dogecoin', ScriptNetwork>> = {
  bitcoin: { prefix: 'bc', versions: [0x00, 0x05] },
  // Without the older 5 of scripts: it looks the same as a Bitcoin address.
  litecoin: { prefix: 'ltc', versions: [0x30, 0x32] },
  dogecoin: { prefix: undefined, versions: [0x1e, 0x16] },
};

function isScriptAddress(chain: keyof typeof scriptNetworks, text: string): boolean {
  const { prefix, versions } = scriptNetworks[chain];
  const decoded = decodeChecked(base58, text);
  if (versions.some((version) => isVersioned(decoded, { version }))) return true;
  return prefix !== undefined && isWitnessAddress(prefix, text);
}

const keyHashBytes = 20;
const scriptHashBytes = 32;

/** Version 0 of a key or a script (BIP-173), and version 1, which is taproot (BIP-350). */
function isWitnessAddress(prefix: string, text: string): boolean {
  const programBytes = (decoded: ReturnType<typeof bech32.decodeUnsafe>, version: number) => {
    if (!decoded || decoded.prefix !== prefix || decoded.words[0] !== version) return undefined;
    return bech32.fromWordsUnsafe(decoded.words.slice(1))?.length;
  };
  const ofVersion0 = programBytes(bech32.decodeUnsafe(text), 0);
  if (ofVersion0 === keyHashBytes || ofVersion0 === scriptHashBytes) return true;
  return programBytes(bech32m.decodeUnsafe(text), 1) === scriptHashBytes;
}

const checksumBytes = 4;

/** Base58Check: the bytes before the checksum; undefined if it is wrong. */
function decodeChecked(alphabet: BytesCoder, text: string): Uint8Array | undefined {
  const bytes = decode(alphabet, text);
  if (bytes === undefined || bytes.length <= checksumBytes) return undefined;
  const payload = bytes.subarray(0, -checksumBytes);
  const sum = sha256(sha256(payload));
  return bytes.subarray(-checksumBytes).every((byte, at) => byte === sum[at]) ? payload : undefined;
}

/** A version byte and the hash of a key or a script. */
function isVersioned(payload: Uint8Array | undefined, { version }: { version: number }): boolean {
  return payload?.length === 1 + keyHashBytes && payload[0] === version;
}

/** EIP-55: mixed case is a checksum; a single case has none. The zero address belongs to nobody. */
function isEthereumAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0{40}$/.test(text)) return false;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = hex.encode(keccak_256(utf8.decode(lower)));
  return Array.from(digits).every((digit, at) => {
    const isRaised = Number.parseInt(hash.charAt(at), 16) >= 8;
    return digit === (isRaised ? digit.toUpperCase() : digit.toLowerCase());
  });
}

const keyBytes = 32;
const solanaLengthMax = 44;

/** A public key of Ed25519: no checksum, but half of all bytes are no key that anybody can have. */
function isSolanaAddress(text: string): boolean {
  const bytes = text.length <= solanaLengthMax ? decode(base58, text) : undefined;
  return bytes?.length === keyBytes && isOnCurve(bytes);
}

/** Of the curve Ed25519 (RFC 8032, 5.1): its field and its constant. */
const fieldPrime = 2n ** 255n - 19n;
const curveConstant = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** True if the y coordinate that these bytes hold has an x (RFC 8032, 5.1.3). */
function isOnCurve(bytes: Uint8Array): boolean {
  const littleEndian = BigInt(`0x${hex.encode(bytes.toReversed())}`);
  const isOdd = littleEndian >> 255n === 1n;
  const y = BigInt.asUintN(255, littleEndian);
  const squared = (y * y) % fieldPrime;
  const [numerator, denominator] = [squared - 1n, curveConstant * squared + 1n];
  // x² is their quotient, and a square where their product is one (Euler's criterion).
  const product = (((numerator * denominator) % fieldPrime) + fieldPrime) % fieldPrime;
  if (product === 0n) return !isOdd;
  return raise(product, (fieldPrime - 1n) / 2n) === 1n;
}

function raise(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % fieldPrime;
    square = (square * square) % fieldPrime;
  }
  return result;
}

/** X-address (XLS-5): two bytes of prefix, the account, a flag, a tag of 32 bits, and four bytes for later. */
const taggedPayloadBytes = 31;
const flagAt = 22;

function isTaggedXrpAddress(text: string): boolean {
  const payload = decodeChecked(base58xrp, text);
  if (payload?.length !== taggedPayloadBytes || payload[0] !== 0x05 || payload[1] !== 0x44) return false;
  return payload[flagAt] === 1 || payload.subarray(flagAt).every((byte) => byte === 0);
}

const tonFriendlyPattern = /^[A-Za-z0-9+/_-]{48}$/;
const tonRawPattern = /^(0|-1):[0-9a-fA-F]{64}$/;
/** Bounceable and not; for test networks each has another bit. */
const tonTags: ReadonlySet<number | undefined> = new Set([0x11, 0x51]);
/** The basic chain, and the masterchain as a signed byte. */
const tonWorkchains: ReadonlySet<number | undefined> = new Set([0x00, 0xff]);

/** The raw form, or the friendly one: tag, workchain, hash and checksum (TEP-2). */
function isTonAddress(text: string): boolean {
  if (tonRawPattern.test(text)) return true;
  if (!tonFriendlyPattern.test(text)) return false;
  const bytes = decode(base64url, text.replaceAll('+', '-').replaceAll('/', '_'));
  if (bytes === undefined) return false;
  const [body, sum] = [bytes.subarray(0, -2), bytes.subarray(-2)];
  const isRight = crc16(body) === ((sum[0] ?? 0) << 8) + (sum[1] ?? 0);
  return isRight && tonTags.has(body[0]) && tonWorkchains.has(body[1]);
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let register = 0;
  for (const byte of bytes) {
    register ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      register = ((register & 0x8000) === 0 ? register << 1 : (register << 1) ^ 0x1021) & 0xffff;
    }
  }
  return register;
}

/** The library throws for a text of other characters. */
function decode(alphabet: BytesCoder, text: string): Uint8Array | undefined {
  try {
    return alphabet.decode(text);
  } catch {
    return undefined;
  }
}
