import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { moneyModes, type MoneyMode } from '@mercury/contract/api/config.ts';
import * as z from 'zod';
import {
  marketSettings,
  problemOfMarket,
  readMarketData,
  type MarketDataSettings,
} from './market-settings.ts';
import { problemOfRail, readBtcpay, type BtcpaySettings } from './rail-settings.ts';
import { readOwnNetwork } from './http/network-address.ts';
import { railNames, type RailName } from './rails/rail.ts';
import { settingSchemas, statedIn, type SettingTexts } from './settings/registry.ts';

/** One line that names the wrong setting and the reason. It ends the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What the machine needs, and secrets. Made once, at the start, by the only reader of the environment. */
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
  /** The person who runs the operator's command, for the record of each action. None: the name of the system's user. */
  readonly operatorName: string | undefined;
  /** 32 bytes that seal secrets at rest. None: made once, and kept in the data folder. */
  readonly encryptionKey: Buffer | undefined;
  /** What it says of the business. These win over what the console sets (settings/). */
  readonly statedSettings: SettingTexts;
  readonly moneyMode: MoneyMode;
  readonly rail: RailName;
  /** Present if the rail is BTCPay Server. */
  readonly btcpay: BtcpaySettings | undefined;
  /** Every withdrawal needs a code, by mail if two-factor is off. False on the sandbox rail alone, and only if the operator says so. */
  readonly withdrawalsNeedCode: boolean;
  readonly trustedProxies: readonly string[];
  /** The console's own host name. None: it is on the customers' origin. */
  readonly consoleHost: string | undefined;
  /** In CIDR notation. None: it answers every network. */
  readonly consoleNetworks: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  /** None: the market's prices are pretended. */
  readonly marketData: MarketDataSettings | undefined;
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
  OPERATOR_NAME: z.string().max(80, 'is longer than 80 characters').optional(),
  ...settingSchemas,
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
      const networks = text.split(',').map((part) => readOwnNetwork(part.trim()));
      if (networks.every((network) => network !== undefined)) return networks;
      context.addIssue(
        'is no list of addresses or networks, each private or no wider than /16 or, for IPv6, /32',
      );
      return z.NEVER;
    })
    .default([]),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
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
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    operatorName: settings.OPERATOR_NAME,
    encryptionKey: readEncryptionKey(settings.ENCRYPTION_KEY),
    statedSettings: statedIn(environment),
    moneyMode: settings.MONEY_MODE,
    rail: settings.RAIL,
    btcpay: readBtcpay(settings),
    withdrawalsNeedCode: settings.WITHDRAWAL_CODE !== 'never',
    trustedProxies: settings.TRUSTED_PROXIES,
    consoleHost: settings.CONSOLE_HOST,
    consoleNetworks: settings.CONSOLE_NETWORKS,
    logLevel: settings.LOG_LEVEL,
    marketData: readMarketData(settings),
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
