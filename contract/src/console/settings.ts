import * as z from 'zod/mini';
import { anyAssetCodeSchema, idSchema, key, timeSchema } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';
import { proposalShape, proposingErrors } from './proposals.ts';
import { settingNames } from './setting-traits.ts';
import { whySchema } from './staff.ts';

/** Where its value comes from. The environment wins: what is set here counts once it is silent. */
export const settingSources = ['environment', 'set', 'default'] as const;

export const settingShape = z.strictObject({
  name: z.enum(settingNames),
  source: z.enum(settingSources),
  /** In force, as a text in the notation of the environment; null: nothing. */
  value: z.nullable(z.string()),
  /** What it is if nobody says anything; null: nothing. */
  default: z.nullable(z.string()),
  /** Of the newest change; 0 if there is none. */
  version: z.int(),
  changedAt: z.nullable(timeSchema),
  changedBy: z.nullable(z.string()),
  /** Another value waits for a second person. */
  proposal: z.nullable(z.strictObject({ id: idSchema, by: z.string() })),
});
export type Setting = z.output<typeof settingShape>;

const settingAssetShape = z.strictObject({
  currency: anyAssetCodeSchema,
  decimals: z.int(),
  /** The operator's own coin: its network is the product, and costs nothing. */
  isOwn: z.boolean(),
});
export type SettingAsset = z.output<typeof settingAssetShape>;

export const settingChangeShape = z.strictObject({
  version: z.int(),
  at: timeSchema,
  by: z.string(),
  /** The second person; null where one person was enough, or nobody else could say yes. */
  approvedBy: z.nullable(z.string()),
  /** Null: the default. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  reason: z.string(),
});
export type SettingChange = z.output<typeof settingChangeShape>;

const one = z.strictObject({ name: z.enum(settingNames) });

export const listSettings = consoleEndpoint({
  method: 'GET',
  path: '/settings',
  summary: 'Every setting of the business: its value, and who says it',
  caller: 'settings.read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    settings: z.array(settingShape),
    /** Those that leave over a network, for lists by currency. */
    assets: z.array(settingAssetShape),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const listSettingChanges = consoleEndpoint({
  method: 'GET',
  path: '/settings/:name/changes',
  summary: 'What a setting was before, newest first, twenty at a time',
  caller: 'settings.read',
  params: one,
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    changes: z.array(settingChangeShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const changeSetting = consoleEndpoint({
  method: 'POST',
  path: '/settings/:name/changes',
  summary:
    'Another value, in every process within a second. Prices, fees, limits and deposit keys are only proposed; contact details are changed at once. To undo is to say the earlier value again',
  caller: 'settings.change',
  needsProof: true,
  params: one,
  body: z.strictObject({
    /** Null: the default. */
    value: z.nullable(
      z.string(key('invalid')).check(z.trim(), z.maxLength(limits.settingLengthMax, key('tooLong'))),
    ),
    /** Of the newest change that the one who asks has seen. */
    version: z.int(key('invalid')).check(z.minimum(0, key('invalid'))),
    reason: whySchema,
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    /** Null: it is done. */
    proposal: z.nullable(proposalShape),
  }),
  errors: [...proposingErrors, 'NothingToChange', 'SettingChanged', 'SetByEnvironment'],
});
