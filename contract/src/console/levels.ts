import * as z from 'zod/mini';
import { limitUseShape } from '../api/levels.ts';
import { localTextsShape, writtenTextsSchema } from '../api/local-texts.ts';
import { idSchema, key, noteSchema, reasonSchema, timeSchema } from '../api/shapes.ts';
import { usdSchema } from '../api/wallets.ts';
import { consoleEndpoint } from './endpoint.ts';
import { proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';

const one = z.strictObject({ id: idSchema });

/** In US dollars, within 24 hours and within 30 days. */
export const levelLimits = [
  'depositDay',
  'depositMonth',
  'withdrawalDay',
  'withdrawalMonth',
  'tradeDay',
  'tradeMonth',
] as const;
export type LevelLimit = (typeof levelLimits)[number];

/** No more digits than the books have. */
export const levelUsdSchema = usdSchema.check(z.regex(/^[0-9]{1,32}(\.|$)/, key('invalidAmount')));

/** Null: as much as they like. */
const usdMax = z.nullable(levelUsdSchema);
const limitsShape = z.strictObject({
  depositDay: usdMax,
  depositMonth: usdMax,
  withdrawalDay: usdMax,
  withdrawalMonth: usdMax,
  tradeDay: usdMax,
  tradeMonth: usdMax,
} satisfies Readonly<Record<LevelLimit, typeof usdMax>>);

export const levelNameSchema = writtenTextsSchema(noteSchema.check(z.maxLength(40, key('tooLong'))));
export const levelAdviceSchema = writtenTextsSchema(reasonSchema);

export const levelTermsShape = z.strictObject({
  name: localTextsShape,
  /** What its people read about how to get a higher one; null sends them to the contact page. */
  advice: z.nullable(localTextsShape),
  limits: limitsShape,
});
export type LevelTerms = z.output<typeof levelTermsShape>;

export const levelShape = z.strictObject({
  id: idSchema,
  ...levelTermsShape.def.shape,
  /** Who were given it. Everybody else has the lowest. */
  peopleCount: z.int(),
});
export type Level = z.output<typeof levelShape>;

export const listLevels = consoleEndpoint({
  method: 'GET',
  path: '/levels',
  summary: 'The levels that people can have, from the lowest on, which everybody has who was given no other',
  caller: 'levels.read',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), levels: z.array(levelShape) }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

const changeBody = z.strictObject({
  name: levelNameSchema,
  advice: z.nullable(levelAdviceSchema),
  limits: limitsShape,
  /** Among all of them, from 1 for the lowest on. */
  place: z.int().check(z.minimum(1, key('invalid')), z.maximum(100, key('invalid'))),
  reason: whySchema,
});

export const defineLevel = consoleEndpoint({
  method: 'POST',
  path: '/levels',
  summary: 'Proposes another level. The first one brings limits to everybody',
  caller: 'levels.change',
  needsProof: true,
  body: changeBody,
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'LevelExists'],
});

export const changeLevel = consoleEndpoint({
  method: 'PUT',
  path: '/levels/:id',
  summary: 'Proposes other limits, another name or another place of a level',
  caller: 'levels.change',
  needsProof: true,
  params: one,
  body: changeBody,
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'LevelExists', 'NothingToChange'],
});

export const removeLevel = consoleEndpoint({
  method: 'POST',
  path: '/levels/:id/removal',
  summary: 'Proposes that a level goes that nobody was given. Without any there are no limits',
  caller: 'levels.change',
  needsProof: true,
  params: one,
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'LevelInUse'],
});

export const levelReferenceSchema = reasonSchema.check(
  z.minLength(1, key('required')),
  z.maxLength(200, key('tooLong')),
);

export const levelChangeShape = z.strictObject({
  id: idSchema,
  /** As they were called in English then. */
  before: z.string(),
  after: z.string(),
  note: z.string(),
  reference: z.string(),
  /** The email of a member of staff, or the name of the command's operator. */
  actor: z.string(),
  at: timeSchema,
});
export type LevelChange = z.output<typeof levelChangeShape>;

export const readPersonLevel = consoleEndpoint({
  method: 'GET',
  path: '/people/:id/level',
  summary: 'The level of a person, what is left of its limits, and the newest fifty changes of it',
  caller: 'levels.read',
  params: one,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    /** Null where there are no levels. */
    level: z.nullable(z.strictObject({ id: idSchema, name: localTextsShape })),
    limits: z.array(limitUseShape),
    changes: z.array(levelChangeShape),
  }),
  errors: ['Unauthenticated', 'PermissionMissing', 'LookRequired', 'NotFound'],
});
export type PersonLevel = z.output<typeof readPersonLevel.reply>;

export const givePersonLevel = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/level',
  summary: 'Gives a person a level at once; they are told',
  caller: 'people.level',
  needsProof: true,
  params: one,
  body: z.strictObject({
    levelId: idSchema,
    /** Why. */
    note: whySchema,
    /** To wherever documents are checked: nothing of them is kept here. */
    reference: levelReferenceSchema,
  }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true) }),
  errors: ['Unauthenticated', 'PermissionMissing', 'ProofRequired', 'NotFound', 'NothingToChange'],
});
