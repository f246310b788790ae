import { encodeAddress } from '@mercury/contract/money/address.ts';
import { assetOf, type AssetCode, type Chain } from '@mercury/contract/money/asset.ts';

/** Valid addresses that belong to no user. They are prefilled where money is pretended. */
export const exampleAddresses: Readonly<Record<Chain, string>> = {
  mercury: encodeAddress(new Uint8Array(20)),
  // BIP-173's own example.
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  litecoin: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  dogecoin: 'DPYmytioVBm4mV8mP472b85JrThKv5hsKo',
  // EIP-55's own example.
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  bnb: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  // The ledger's genesis account.
  xrp: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  ton: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
};

export function exampleAddressOf(asset: AssetCode): string | null {
  const { chain } = assetOf(asset);
  return chain === null ? null : exampleAddresses[chain];
}
