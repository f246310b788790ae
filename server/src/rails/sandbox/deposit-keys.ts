import { ed25519 } from '@noble/curves/ed25519.js';
import type { Chain } from '@mercury/contract/money/asset.ts';
import { HDKey } from '@scure/bip32';
import { getAddressDecoder } from '@solana/addresses';
import type { SecretBox } from '../../encryption.ts';
import { accountPaths, type DerivedChain } from '../derive-address.ts';

/**
 * Stands in for the keys of a real operator. They are derived from the installation's own key, so that all its processes agree.
 * Only the public halves leave this file: nothing on these addresses is ever spent.
 */
export function sandboxAccountKey(secretBox: SecretBox, chain: DerivedChain): string {
  const root = HDKey.fromMasterSeed(secretBox.deriveKey('sandbox deposit keys'));
  const { publicExtendedKey } = root.derive(accountPaths[chain]);
  root.wipePrivateData();
  return publicExtendedKey;
}

export function sandboxSolanaAddress(secretBox: SecretBox, number: number): string {
  const publicKey = ed25519.getPublicKey(secretBox.deriveKey(`sandbox solana address ${number}`));
  return getAddressDecoder().decode(publicKey);
}

/** Shared by all accounts and valid on their chains; this product pays nobody there. */
export const sandboxSharedAddresses = {
  // The ledger's black hole, which has no key (XRPL documentation, "Special Addresses").
  xrp: 'rrrrrrrrrrrrrrrrrrrrBZbvji',
  ton: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
} as const satisfies Partial<Record<Chain, string>>;
