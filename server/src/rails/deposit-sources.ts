import { chains, type Chain } from '@mercury/contract/money/asset.ts';
import { HDKey } from '@scure/bip32';
import { ConfigError } from '../config.ts';
import type { SecretBox } from '../encryption.ts';
import type { BusinessSettings } from '../settings/registry.ts';
import { isDerivedChain, type DerivedChain } from './derive-address.ts';
import { readDestinationOn } from './destinations.ts';
import { sandboxAccountKey, sandboxSharedAddresses, sandboxSolanaAddress } from './sandbox/deposit-keys.ts';

/** Derived from the operator's public key. */
interface DerivedSource {
  readonly kind: 'derived';
  readonly chain: DerivedChain;
  readonly accountKey: HDKey;
}

export type DepositSource =
  | DerivedSource
  /** One address for all, with a number that names the account. */
  | { readonly kind: 'shared'; readonly address: string }
  /** Each address is given out once. The operator loads them; the sandbox makes its own, by number. */
  | { readonly kind: 'pool'; readonly makeAddress: ((number: number) => string) | undefined }
  | { readonly kind: 'own' };

export type DepositSources = Readonly<Partial<Record<Chain, DepositSource>>>;

interface DepositOptions {
  readonly settings: Pick<BusinessSettings, 'depositKeys' | 'sharedDepositAddresses'>;
  readonly secretBox: SecretBox;
  readonly isSandbox: boolean;
}

/**
 * On the sandbox rail one for every chain.
 * @throws ConfigError for a key or an address of another chain.
 */
export function openDepositSources(options: DepositOptions): DepositSources {
  const sources = chains.map((chain) => [chain, sourceOf(chain, options)] as const);
  return Object.fromEntries(sources.filter(([, source]) => source !== undefined));
}

function sourceOf(
  chain: Chain,
  { settings, secretBox, isSandbox }: DepositOptions,
): DepositSource | undefined {
  if (chain === 'mercury') return isSandbox ? { kind: 'own' } : undefined;
  if (chain === 'solana') {
    return {
      kind: 'pool',
      makeAddress: isSandbox ? (number) => sandboxSolanaAddress(secretBox, number) : undefined,
    };
  }
  if (isDerivedChain(chain)) {
    const text = settings.depositKeys[chain];
    if (text !== undefined) return derivedSource(chain, text);
    return isSandbox ? sandboxSource(chain, secretBox) : undefined;
  }
  const address =
    settings.sharedDepositAddresses[chain] ?? (isSandbox ? sandboxSharedAddresses[chain] : undefined);
  return address === undefined ? undefined : sharedSource(chain, address);
}

function derivedSource(chain: DerivedChain, text: string): DerivedSource {
  const accountKey = readAccountKey(text);
  if (accountKey !== undefined) return { kind: 'derived', chain, accountKey };
  throw new ConfigError(
    `DEPOSIT_XPUB_${chain.toUpperCase()} must be the extended public key of an account, as BIP44 places it`,
  );
}

/** Derived when first asked for: six chains at once would be a third of a start. */
function sandboxSource(chain: DerivedChain, secretBox: SecretBox): DerivedSource {
  let source: DerivedSource | undefined;
  return {
    kind: 'derived',
    chain,
    get accountKey() {
      source ??= derivedSource(chain, sandboxAccountKey(secretBox, chain));
      return source.accountKey;
    },
  };
}

/** Undefined for what is no address of the chain, or has a tag: each account gets a tag of its own. */
export function readSharedAddress(chain: 'xrp' | 'ton', text: string): string | undefined {
  const destination = readDestinationOn(chain, { address: text });
  return destination?.memo === '' ? destination.address : undefined;
}

function sharedSource(chain: 'xrp' | 'ton', text: string): DepositSource {
  const address = readSharedAddress(chain, text);
  if (address !== undefined) return { kind: 'shared', address };
  throw new ConfigError(`DEPOSIT_ADDRESS_${chain.toUpperCase()} is no address of that chain without a tag`);
}

/** SLIP-132: one key under three prefixes, one for each kind of address. */
const publicVersions = { xpub: 0x0488b21e, ypub: 0x049d7cb2, zpub: 0x04b24746 } as const;

// BIP44 and BIP84: purpose, coin and account are derived in the owner's wallet.
const accountDepth = 3;

/**
 * BIP32: finds addresses and can't spend. Undefined for other text, a wrong checksum, or another depth, whose addresses no wallet
 * shows.
 */
export function readAccountKey(text: string): HDKey | undefined {
  const version = Object.entries(publicVersions).find(([prefix]) => text.startsWith(prefix))?.[1];
  if (version === undefined) return undefined;
  try {
    // The library requires a private version, which is never used.
    const key = HDKey.fromExtendedKey(text, { public: version, private: 0 });
    return key.depth === accountDepth ? key : undefined;
  } catch {
    return undefined;
  }
}
