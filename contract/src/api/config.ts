import * as z from 'zod/mini';
import { assetDecimalsMax, chains, memoKinds } from '../money/asset.ts';
import { endpoint } from './endpoint.ts';
import { anyAssetCodeSchema, assetCodeSchema, decimalSchema, localeSchema } from './shapes.ts';

export const moneyModes = ['live', 'simulated'] as const;
export type MoneyMode = (typeof moneyModes)[number];

/** Where the operator may be followed; each has an icon of its own. */
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
    /** What one coin costs in US dollars; the operator's own, firm price. */
    coinPriceUsd: decimalSchema,
    /** The share of its amount that a withdrawal costs, in hundredths of a percent. */
    withdrawalFeeBps: z.int(),
    moneyMode: z.enum(moneyModes),
    rail: z.strictObject({
      name: z.string(),
      isSandbox: z.boolean(),
      canTopUp: z.boolean(),
      /** Where a payer may be sent to pay, beside the product's own address. */
      paymentOrigins: z.array(z.string()),
    }),
    /** Every asset there is, also those that a browser of an earlier day does not know, in the order of lists. */
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
        /** The operator's own price of one whole unit; null where a market says it. */
        priceUsd: z.nullable(decimalSchema),
        sandboxPriceUsd: z.nullable(decimalSchema),
        topUpPosition: z.nullable(z.int()),
        isTransferable: z.boolean(),
        /** It is taken in and traded. */
        isActive: z.boolean(),
        icon: z.nullable(z.string()),
        network: z.nullable(z.string()),
        canTopUpWith: z.boolean(),
        canDeposit: z.boolean(),
        canWithdraw: z.boolean(),
        /** What a destination carries beside its address, where the chain knows such a thing. */
        memoKind: z.nullable(z.enum(memoKinds)),
        /** Covers the network fee. */
        withdrawalMin: decimalSchema,
        /** What a withdrawal costs beside its share, in the currency itself; zero where the operator takes none. */
        networkFee: decimalSchema,
        /** A destination that is right and belongs to nobody; on the sandbox rail only. */
        exampleAddress: z.nullable(z.string()),
      }),
    ),
    limits: z.strictObject({ topUpUsdMin: decimalSchema, topUpUsdMax: decimalSchema }),
    /** Of buying, selling and exchanging. */
    trade: z.strictObject({
      feeBps: z.int(),
      /** How far an offer is from the market's price at least, in hundredths of a percent; each says its own. */
      spreadBps: z.int(),
      orderUsdMin: decimalSchema,
      orderUsdMax: decimalSchema,
      /** Of a person within 24 hours. */
      dayUsdMax: decimalSchema,
    }),
    locales: z.array(localeSchema),
    /** How the operator is reached, as the contact page and the footer show it. Null where the operator names none. */
    contact: z.strictObject({
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
    socialLinks: z.array(z.strictObject({ network: z.enum(socialNetworks), url: z.string() })),
  }),
  errors: [],
});
