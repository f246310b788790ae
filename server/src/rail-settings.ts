import type { MoneyMode } from '@mercury/contract/api/config.ts';
import type { Chain } from '@mercury/contract/money/asset.ts';
import * as z from 'zod';
import type { RailName } from './rails/rail.ts';

export interface BtcpaySettings {
  readonly url: URL;
  readonly apiKey: string;
  readonly storeId: string;
  readonly webhookSecret: string;
}

/** Chains whose addresses derive from an extended public key, which can receive and never spend. */
const keySettings = {
  DEPOSIT_XPUB_BITCOIN: 'bitcoin',
  DEPOSIT_XPUB_LITECOIN: 'litecoin',
  DEPOSIT_XPUB_DOGECOIN: 'dogecoin',
  DEPOSIT_XPUB_ETHEREUM: 'ethereum',
  DEPOSIT_XPUB_BNB: 'bnb',
  DEPOSIT_XPUB_TRON: 'tron',
} as const satisfies Record<string, Chain>;

/** Chains where all accounts share an address. A tag or memo tells them apart. */
const addressSettings = {
  DEPOSIT_ADDRESS_XRP: 'xrp',
  DEPOSIT_ADDRESS_TON: 'ton',
} as const satisfies Record<string, Chain>;

const extendedKey = z
  .string()
  .regex(/^[xyz]pub[1-9A-HJ-NP-Za-km-z]{100,120}$/, 'is no extended public key (xpub, ypub or zpub)')
  .optional();
const address = z
  .string()
  .regex(/^[A-Za-z0-9_:-]{20,100}$/, 'is no address')
  .optional();

export const depositSettings = {
  DEPOSIT_XPUB_BITCOIN: extendedKey,
  DEPOSIT_XPUB_LITECOIN: extendedKey,
  DEPOSIT_XPUB_DOGECOIN: extendedKey,
  DEPOSIT_XPUB_ETHEREUM: extendedKey,
  DEPOSIT_XPUB_BNB: extendedKey,
  DEPOSIT_XPUB_TRON: extendedKey,
  DEPOSIT_ADDRESS_XRP: address,
  DEPOSIT_ADDRESS_TON: address,
};

type DepositSettings = Readonly<Partial<Record<keyof typeof depositSettings, string | undefined>>>;
type ByChain = Readonly<Partial<Record<Chain, string>>>;

export const readDepositKeys = (settings: DepositSettings): ByChain => byChain(settings, keySettings);
export const readSharedDepositAddresses = (settings: DepositSettings): ByChain =>
  byChain(settings, addressSettings);

function byChain<Name extends keyof DepositSettings>(
  settings: DepositSettings,
  chainOf: Readonly<Record<Name, Chain>>,
): ByChain {
  // Object.entries loses the names that `chainOf` itself defines.
  const entries = Object.entries(chainOf) as [Name, Chain][];
  return Object.fromEntries(
    entries.flatMap(([name, chain]) => (settings[name] === undefined ? [] : [[chain, settings[name]]])),
  );
}

export interface RailSettings {
  readonly RAIL: RailName;
  readonly MONEY_MODE: MoneyMode;
  readonly WITHDRAWAL_CODE: 'always' | 'never';
  readonly BTCPAY_URL?: string | undefined;
  readonly BTCPAY_API_KEY?: string | undefined;
  readonly BTCPAY_STORE_ID?: string | undefined;
  readonly BTCPAY_WEBHOOK_SECRET?: string | undefined;
}

/** The setting's name and the reason if the rail's settings don't fit together; undefined if they do. */
export function problemOfRail(settings: RailSettings): string | undefined {
  if (settings.RAIL === 'sandbox') return undefined;
  if (settings.MONEY_MODE === 'simulated') return 'MONEY_MODE must be live where RAIL is a real one';
  if (settings.WITHDRAWAL_CODE === 'never') return 'WITHDRAWAL_CODE must be always where RAIL is a real one';
  const missing = (
    ['BTCPAY_URL', 'BTCPAY_API_KEY', 'BTCPAY_STORE_ID', 'BTCPAY_WEBHOOK_SECRET'] as const
  ).find((name) => settings[name] === undefined);
  return missing === undefined ? undefined : `${missing} is needed where RAIL is btcpay`;
}

export function readBtcpay(settings: RailSettings): BtcpaySettings | undefined {
  const { BTCPAY_URL, BTCPAY_API_KEY, BTCPAY_STORE_ID, BTCPAY_WEBHOOK_SECRET } = settings;
  if (settings.RAIL !== 'btcpay') return undefined;
  if (!BTCPAY_URL || !BTCPAY_API_KEY || !BTCPAY_STORE_ID || !BTCPAY_WEBHOOK_SECRET) return undefined;
  return {
    url: new URL(BTCPAY_URL),
    apiKey: BTCPAY_API_KEY,
    storeId: BTCPAY_STORE_ID,
    webhookSecret: BTCPAY_WEBHOOK_SECRET,
  };
}
