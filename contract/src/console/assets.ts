import * as z from 'zod/mini';
import { anyAssetCodeSchema, decimalSchema, idSchema, localeSchema } from '../api/shapes.ts';
import { consoleEndpoint } from './endpoint.ts';
import { proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';

/** Par: a dollar costs a dollar. */
export const priceSources = ['setting', 'par', 'market', 'operator'] as const;

export const offeredAssetShape = z.strictObject({
  currency: anyAssetCodeSchema,
  name: z.string(),
  /** By language, where an operator gave it other names. */
  names: z.partialRecord(localeSchema, z.string()),
  icon: z.nullable(z.string()),
  decimals: z.int(),
  /** As payers know it; null: it moves only inside. */
  network: z.nullable(z.string()),
  /** Taken in and traded. Otherwise it can still be held, transferred and withdrawn. */
  isOffered: z.boolean(),
  /** Top-ups are in it: it is never switched off. */
  isAlwaysOffered: z.boolean(),
  isTransferable: z.boolean(),
  withdrawalMin: decimalSchema,
  /** In force. */
  networkFee: decimalSchema,
  /** The setting WITHDRAWAL_NETWORK_FEES says it: it is changed there. */
  isFeeASetting: z.boolean(),
  price: z.strictObject({
    source: z.enum(priceSources),
    /** Whose price it has, as CoinGecko calls it. */
    market: z.nullable(z.string()),
    /** Said by the operator with the asset. */
    usd: z.nullable(decimalSchema),
  }),
  /** A change waits for a second person. */
  proposal: z.nullable(z.strictObject({ id: idSchema, by: z.string() })),
});
export type OfferedAsset = z.output<typeof offeredAssetShape>;

export const listOfferedAssets = consoleEndpoint({
  method: 'GET',
  path: '/assets',
  summary: 'Every asset: what it is offered for, what leaving costs, and who says its price',
  caller: 'settings.read',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), assets: z.array(offeredAssetShape) }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

/** Undefined: it stays as it is. */
export const assetOfferShape = z.strictObject({
  isOffered: z.optional(z.boolean()),
  isTransferable: z.optional(z.boolean()),
  withdrawalMin: z.optional(decimalSchema),
  networkFee: z.optional(decimalSchema),
});
export type AssetOffer = z.output<typeof assetOfferShape>;

export const changeAssetOffer = consoleEndpoint({
  method: 'POST',
  path: '/assets/:code/changes',
  summary: 'Proposes what an asset is offered for and what leaving costs; in every process within a second',
  caller: 'assets.change',
  needsProof: true,
  params: z.strictObject({ code: anyAssetCodeSchema }),
  body: z.extend(assetOfferShape, { reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'NothingToChange', 'AssetAlwaysOffered'],
});
