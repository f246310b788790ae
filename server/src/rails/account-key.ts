import { HDKey } from '@scure/bip32';

/** SLIP-132: one key under three prefixes, which tell the kind of address that a wallet shows for it. */
const publicVersions = { xpub: 0x0488b21e, ypub: 0x049d7cb2, zpub: 0x04b24746 } as const;

// BIP44 and BIP84: a key leaves its owner's wallet after purpose, coin and account are derived.
const accountDepth = 3;

/**
 * Reads an account's extended public key (BIP32), which finds addresses and cannot spend. Undefined for other text, a wrong
 * checksum, or another depth: wallets would not look at its addresses.
 */
export function readAccountKey(text: string): HDKey | undefined {
  const version = Object.entries(publicVersions).find(([prefix]) => text.startsWith(prefix))?.[1];
  if (version === undefined) return undefined;
  try {
    // The library requires a private version. It is never used: the prefix is a public one.
    const key = HDKey.fromExtendedKey(text, { public: version, private: 0 });
    return key.depth === accountDepth ? key : undefined;
  } catch {
    return undefined;
  }
}
