import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, localeSchema } from './shapes.ts';

export const moneyModes = ['live'] as const;

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
    /** What a withdrawal costs, in hundredths of a percent. */
    withdrawalFeeBps: z.int(),
    moneyMode: z.enum(moneyModes),
    rail: z.strictObject({ name: z.string(), isSandbox: z.boolean(), canTopUp: z.boolean() }),
    assets: z.array(
      z.strictObject({
        code: assetCodeSchema,
        name: z.string(),
        decimals: z.int(),
        network: z.nullable(z.string()),
        canTopUpWith: z.boolean(),
      }),
    ),
    limits: z.strictObject({ topUpUsdMin: decimalSchema, topUpUsdMax: decimalSchema }),
    locales: z.array(localeSchema),
  }),
  errors: [],
});
