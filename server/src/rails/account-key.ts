import { HDKey } from '@scure/bip32';

/** SLIP-132: the same key under three names, which say what kind of address a wallet shows for it. */
const publicVersions = { xpub: 0x0488b21e, ypub: 0x049d7cb2, zpub: 0x04b24746 } as const;

// BIP44 and BIP84: purpose, coin and account are what has been derived when the key leaves its owner's wallet.
const accountDepth = 3;

/**
 * Reads the extended public key (BIP32) of an account, which finds addresses and can't spend. Undefined where it is none,
 * where its checksum is wrong, or where it is of another depth: wallets would not look where its addresses are.
 */
export function readAccountKey(text: string): HDKey | undefined {
  const version = Object.entries(publicVersions).find(([prefix]) => text.startsWith(prefix))?.[1];
  if (version === undefined) return undefined;
  try {
    // The private version is asked for by the library, and would not be accepted: the prefix is a public one.
    const key = HDKey.fromExtendedKey(text, { public: version, private: 0 });
    return key.depth === accountDepth ? key : undefined;
  } catch {
    return undefined;
  }
}
