import type { Chain } from '@mercury/contract/money/asset.ts';
import { NETWORK } from '@scure/btc-signer';

/** Chains whose addresses stand for a script, as Bitcoin's do. */
export type ScriptChain = Extract<Chain, 'bitcoin' | 'litecoin' | 'dogecoin'>;

type ScriptKind = 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr';

interface ScriptNetwork {
  /** Version bytes of Base58Check and the prefix of Bech32, as in each node's chainparams. */
  readonly network: typeof NETWORK;
  readonly kinds: readonly ScriptKind[];
}

const withWitness = ['pkh', 'sh', 'wpkh', 'wsh', 'tr'] as const;

export const scriptNetworks: Readonly<Record<ScriptChain, ScriptNetwork>> = {
  bitcoin: { network: NETWORK, kinds: withWitness },
  // Scripts start with M. The older 3 is not taken: nobody could tell such an address from a Bitcoin one.
  litecoin: {
    network: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
    kinds: withWitness,
  },
  // It has no segregated witness: the prefix is nobody's, and what would be found under it is refused by its kind.
  dogecoin: {
    network: { bech32: 'doge', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
    kinds: ['pkh', 'sh'],
  },
};
