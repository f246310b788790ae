import * as z from 'zod/mini';
import { assetDecimalsMax, chains, memoKinds } from '../money/asset.ts';
import { endpoint } from './endpoint.ts';
import { anyAssetCodeSchema, assetCodeSchema, decimalSchema, localeSchema } from './shapes.ts';

export const moneyModes = ['live', 'simulated'] as const;
export type MoneyMode = (typeof moneyModes)[number];

/** The networks where people can follow the operator. Each has its own icon. */
export const socialNetworks = [
  'x',
  'telegram',
  'github',
  'linkedin',
  'instagram',
  'youtube',
  'discord',
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

const decimalsSchema = z.int().check(z.minimum(0), z.maximum(assetDecimalsMax));

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  tag: 'product',
  summary: 'What the operator set, as far as the interface needs it',
  caller: 'anyone',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    productName: z.string(),
    coin: assetCodeSchema,
    /** The firm price of one coin in US dollars, set by the operator. */
    coinPriceUsd: decimalSchema,
    /** The fee of a withdrawal as a share of its amount, in hundredths of a percent. */
    withdrawalFeeBps: z.int(),
    moneyMode: z.enum(moneyModes),
    rail: z.strictObject({
      name: z.string(),
      isSandbox: z.boolean(),
      canTopUp: z.boolean(),
      /** Pays withdrawals out by itself; otherwise the operator sends each by hand. */
      canPayOut: z.boolean(),
      /** Sites that may host a payment page, in addition to the product's own. */
      paymentOrigins: z.array(z.string()),
    }),
    /** All assets in listing order, also those that an older browser does not know. */
    assets: z.array(
      z.strictObject({
        code: anyAssetCodeSchema,
        name: z.string(),
        names: z.partialRecord(localeSchema, z.string()),
        decimals: decimalsSchema,
        shownDecimals: decimalsSchema,
        chain: z.nullable(z.enum(chains)),
        contractAddress: z.nullable(z.string()),
        marketId: z.nullable(z.string()),
        /** The operator's own price of one whole unit; null if a market says it. */
        priceUsd: z.nullable(decimalSchema),
        sandboxPriceUsd: z.nullable(decimalSchema),
        topUpPosition: z.nullable(z.int()),
        isTransferable: z.boolean(),
        /** Can be paid in and traded. */
        isActive: z.boolean(),
        icon: z.nullable(z.string()),
        network: z.nullable(z.string()),
        canTopUpWith: z.boolean(),
        canDeposit: z.boolean(),
        canWithdraw: z.boolean(),
        /** The tag or memo beside an address, if the chain has one. */
        memoKind: z.nullable(z.enum(memoKinds)),
        /** Covers the network fee. */
        withdrawalMin: decimalSchema,
        /** The fixed fee of a withdrawal, in the currency itself; zero if the operator takes none. */
        networkFee: decimalSchema,
        /** A valid destination that belongs to no account; on the sandbox rail only. */
        exampleAddress: z.nullable(z.string()),
      }),
    ),
    limits: z.strictObject({ topUpUsdMin: decimalSchema, topUpUsdMax: decimalSchema }),
    /** Terms of buying, selling and exchanging. */
    trade: z.strictObject({
      feeBps: z.int(),
      /** The minimum spread between an offer and the market's price, in hundredths of a percent. Each offer states its own. */
      spreadBps: z.int(),
      orderUsdMin: decimalSchema,
      orderUsdMax: decimalSchema,
      /** Per person within 24 hours. */
      dayUsdMax: decimalSchema,
    }),
    locales: z.array(localeSchema),
    /** The operator's contact details, for the contact page and the footer. Null if the operator sets none. */
    contact: z.strictObject({
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
    socialLinks: z.array(z.strictObject({ network: z.enum(socialNetworks), url: z.string() })),
  }),
  errors: [],
});
