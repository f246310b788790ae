import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { moneyModes, type MoneyMode } from '@mercury/contract/api/config.ts';
import type { Chain } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import * as z from 'zod';
import {
  contactSettings,
  readContactDetails,
  type ContactDetails,
  type SocialLink,
} from './contact-settings.ts';
import {
  marketSettings,
  problemOfMarket,
  readMarketData,
  type MarketDataSettings,
} from './market-settings.ts';
import {
  depositSettings,
  problemOfRail,
  readBtcpay,
  readDepositKeys,
  readSharedDepositAddresses,
  type BtcpaySettings,
} from './rail-settings.ts';
import { readNetwork } from './http/network-address.ts';
import { railNames, type RailName } from './rails/rail.ts';
import { readTrade, tradeSettings, type TradeSettings } from './trade-settings.ts';
import { withdrawalSettings, type AmountsByAsset, type PayoutApproval } from './withdrawal-settings.ts';

/** One line that names the wrong setting and the reason. It ends the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting of the operator. Made once, at the start, by the only reader of the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  readonly dataDir: string;
  /** None: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  /** None: the data folder's outbox keeps mails as files. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Receives the messages of visitors; never shown. None: only the operator's command reads them. */
  readonly operatorEmail: string | undefined;
  /** The person who runs the operator's command, for the record of each action. None: the name of the system's user. */
  readonly operatorName: string | undefined;
  /** 32 bytes that seal secrets at rest. None: made once, and kept in the data folder. */
  readonly encryptionKey: Buffer | undefined;
  /** Shown to visitors. */
  readonly contact: ContactDetails;
  readonly socialLinks: readonly SocialLink[];
  readonly moneyMode: MoneyMode;
  readonly rail: RailName;
  /** Present if the rail is BTCPay Server. */
  readonly btcpay: BtcpaySettings | undefined;
  /** Extended public keys (BIP32) by chain; deposit addresses derive from them. The sandbox makes its own. */
  readonly depositKeys: Readonly<Partial<Record<Chain, string>>>;
  /** Addresses by chain that all accounts share; the sandbox has its own. */
  readonly sharedDepositAddresses: Readonly<Partial<Record<Chain, string>>>;
  /** Every withdrawal needs a code, by mail if two-factor is off. False on the sandbox rail alone, and only if the operator says so. */
  readonly withdrawalsNeedCode: boolean;
  readonly trustedProxies: readonly string[];
  /** The console's own host name. None: it is on the customers' origin. */
  readonly consoleHost: string | undefined;
  /** In CIDR notation. None: it answers every network. */
  readonly consoleNetworks: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  /** In hundredths of a percent. */
  readonly withdrawalFeeBps: number;
  /** The chain's cost of a withdrawal; none if the currency is not named. */
  readonly networkFees: AmountsByAsset;
  readonly payoutApproval: PayoutApproval;
  readonly coinPriceUsd: Price;
  /** None: the market's prices are pretended. */
  readonly marketData: MarketDataSettings | undefined;
  readonly trade: TradeSettings;
  /** The house may quote the order books from this process. */
  readonly quotesMarkets: boolean;
  /** Multiplies every rate limit, so that a load test does not look like an attack. */
  readonly rateLimitFactor: number;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'is no whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const urlOf = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `is no URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

const priceSchema = z.string().transform((text, context): Price => {
  const price = parsePrice(coinCode, text);
  if (price !== undefined) return price;
  context.addIssue('is no price above zero, such as 0.57');
  return z.NEVER;
});

/** Only an origin: links are built on it, and each would lose a path, a query or credentials. */
const publicUrlSchema = urlOf(['http:', 'https:']).refine((text) => {
  // The check above has refused a text that is no URL.
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash, username } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && username === '';
}, 'must be an origin without a path, such as https://wallet.example.com');

/** `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

const encryptionKeySchema = z
  .string()
  .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, 'must be 32 bytes, as 64 hexadecimal digits or in base64');

/** The names that operators know, with formats and defaults. docs/operating.md explains each. */
const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1, 'is empty').default('127.0.0.1'),
  PUBLIC_URL: publicUrlSchema.optional(),
  DATA_DIR: z.string().min(1, 'is empty').default('./data'),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:']).optional(),
  DATABASE_OWNER_URL: urlOf(['postgres:', 'postgresql:']).optional(),
  ...marketSettings,
  ENCRYPTION_KEY: encryptionKeySchema.optional(),
  SMTP_URL: urlOf(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().min(3, 'is no mail address').default('Mercury <no-reply@mercury.localhost>'),
  OPERATOR_EMAIL: z.email('is no mail address').optional(),
  OPERATOR_NAME: z.string().max(80, 'is longer than 80 characters').optional(),
  ...contactSettings,
  MONEY_MODE: z.enum(moneyModes, 'must be live or simulated').default('live'),
  RAIL: z.enum(railNames, 'must be sandbox or btcpay').default('sandbox'),
  BTCPAY_URL: urlOf(['http:', 'https:']).optional(),
  BTCPAY_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'is no API key')
    .optional(),
  BTCPAY_STORE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,100}$/, 'is no store id')
    .optional(),
  BTCPAY_WEBHOOK_SECRET: z.string().min(16, 'must be 16 characters or more').optional(),
  WITHDRAWAL_CODE: z.enum(['always', 'never'], 'must be always or never').default('always'),
  ...depositSettings,
  TRUSTED_PROXIES: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every(isAddressOrNetwork), 'is no list of addresses or networks')
    .default([]),
  CONSOLE_HOST: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'is no host name, such as console.example.com')
    .transform((host) => host.toLowerCase())
    .optional(),
  CONSOLE_NETWORKS: z
    .string()
    .transform((text, context) => {
      const networks = text.split(',').map((part) => readNetwork(part.trim()));
      if (networks.every((network) => network !== undefined)) return networks;
      context.addIssue('is no list of addresses or networks, each no wider than /16 or, for IPv6, /32');
      return z.NEVER;
    })
    .default([]),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  WITHDRAWAL_FEE_BPS: wholeNumber(0, 10_000).default(50),
  ...withdrawalSettings,
  MRCY_PRICE_USD: priceSchema.optional(),
  ...tradeSettings,
  HOUSE_QUOTES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  RATE_LIMIT_FACTOR: wholeNumber(1, 1_000_000).default(1),
});

/** Otherwise the customers' product would answer nowhere. */
function problemOfConsole(settings: z.output<typeof environmentSchema>): string | undefined {
  const { PUBLIC_URL, CONSOLE_HOST } = settings;
  return CONSOLE_HOST !== undefined && CONSOLE_HOST === new URL(PUBLIC_URL ?? 'http://localhost').hostname
    ? 'CONSOLE_HOST must not be the host of PUBLIC_URL: leave it out, and the console is there'
    : undefined;
}

const defaultCoinPriceUsd = '0.57';

function problemOfDatabase(settings: z.output<typeof environmentSchema>): string | undefined {
  return settings.DATABASE_URL === undefined && settings.DATABASE_OWNER_URL !== undefined
    ? 'DATABASE_OWNER_URL needs DATABASE_URL beside it: the embedded database has roles of its own'
    : undefined;
}

/**
 * An empty setting counts as absent, because a compose file may have blanks.
 * @throws ConfigError for the first setting that can't be used.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const result = environmentSchema.safeParse(present);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'} ${issue?.message ?? 'is not usable'}`);
  }
  const settings = result.data;
  const problem =
    problemOfDatabase(settings) ??
    problemOfRail(settings) ??
    problemOfMarket(settings) ??
    problemOfConsole(settings);
  if (problem !== undefined) throw new ConfigError(problem);
  const coinPriceUsd = settings.MRCY_PRICE_USD ?? parsePrice(coinCode, defaultCoinPriceUsd);
  if (coinPriceUsd === undefined) throw new ConfigError('MRCY_PRICE_USD has no usable default');
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    operatorEmail: settings.OPERATOR_EMAIL,
    operatorName: settings.OPERATOR_NAME,
    encryptionKey: readEncryptionKey(settings.ENCRYPTION_KEY),
    contact: readContactDetails(settings),
    socialLinks: settings.SOCIAL_LINKS,
    moneyMode: settings.MONEY_MODE,
    rail: settings.RAIL,
    btcpay: readBtcpay(settings),
    depositKeys: readDepositKeys(settings),
    sharedDepositAddresses: readSharedDepositAddresses(settings),
    withdrawalsNeedCode: settings.WITHDRAWAL_CODE !== 'never',
    trustedProxies: settings.TRUSTED_PROXIES,
    consoleHost: settings.CONSOLE_HOST,
    consoleNetworks: settings.CONSOLE_NETWORKS,
    logLevel: settings.LOG_LEVEL,
    withdrawalFeeBps: settings.WITHDRAWAL_FEE_BPS,
    networkFees: settings.WITHDRAWAL_NETWORK_FEES,
    payoutApproval: {
      above: settings.PAYOUT_APPROVAL_ABOVE,
      dayAbove: settings.PAYOUT_APPROVAL_DAY_ABOVE,
    },
    coinPriceUsd,
    marketData: readMarketData(settings),
    trade: readTrade(settings),
    quotesMarkets: settings.HOUSE_QUOTES === 'on',
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
  };
}

function readEncryptionKey(text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  return Buffer.from(text, text.length === 64 ? 'hex' : 'base64');
}

export function readVersion(): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
  return version;
}
