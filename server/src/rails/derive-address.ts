import { createHash } from 'node:crypto';
import type { Chain } from '@mercury/contract/money/asset.ts';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createBase58check } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { p2pkh, p2wpkh } from '@scure/btc-signer';
import { bytesToHex, publicKeyToAddress } from 'viem/utils';
import { scriptNetworks } from './networks.ts';

/** The path of an account's key below its wallet's root: BIP84 for chains with segregated witness, BIP44 for the others. */
export const accountPaths = {
  bitcoin: "m/84'/0'/0'",
  litecoin: "m/84'/2'/0'",
  dogecoin: "m/44'/3'/0'",
  ethereum: "m/44'/60'/0'",
  bnb: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
} as const satisfies Partial<Record<Chain, string>>;
export type DerivedChain = keyof typeof accountPaths;

export function isDerivedChain(chain: Chain): chain is DerivedChain {
  return Object.hasOwn(accountPaths, chain);
}

export interface DerivedAddress {
  readonly address: string;
  /** From the wallet's root, in the notation of an operator's wallet. */
  readonly path: string;
}

// BIP44: branch 0 has the addresses for payers, branch 1 is change.
const receivingBranch = 0;

export function deriveAddress(chain: DerivedChain, accountKey: HDKey, index: number): DerivedAddress {
  const { publicKey } = accountKey.deriveChild(receivingBranch).deriveChild(index);
  if (publicKey === null) throw new Error('a key without its public half');
  return {
    address: addressOf(chain, publicKey),
    path: `${accountPaths[chain]}/${receivingBranch}/${index}`,
  };
}

function addressOf(chain: DerivedChain, publicKey: Uint8Array): string {
  switch (chain) {
    case 'bitcoin':
    case 'litecoin':
      return p2wpkh(publicKey, scriptNetworks[chain].network).address;
    case 'dogecoin':
      return p2pkh(publicKey, scriptNetworks[chain].network).address;
    case 'ethereum':
    case 'bnb':
      return ethereumAddressOf(publicKey);
    case 'tron':
      return tronAddressOf(publicKey);
    default:
      return chain satisfies never;
  }
}

function ethereumAddressOf(publicKey: Uint8Array): `0x${string}` {
  return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));
}

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** The same 20 bytes as Ethereum's, after a version byte. */
function tronAddressOf(publicKey: Uint8Array): string {
  return base58check.encode(Buffer.from(`41${ethereumAddressOf(publicKey).slice(2)}`, 'hex'));
}
