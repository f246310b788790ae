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
  // Script addresses start with M. The older 3 is refused: it looks the same as a Bitcoin address.
  litecoin: {
    network: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
    kinds: withWitness,
  },
  // Dogecoin has no segregated witness: the prefix belongs to nobody, and `kinds` refuses any address found with it.
  dogecoin: {
    network: { bech32: 'doge', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
    kinds: ['pkh', 'sh'],
  },
};
