import { isDeepStrictEqual } from 'node:util';
import { type LocalTexts, textIn } from '@mercury/contract/api/local-texts.ts';
import { idSchema } from '@mercury/contract/api/shapes.ts';
import {
  levelLimits,
  type LevelLimit,
  type LevelTerms,
  levelTermsShape,
} from '@mercury/contract/console/levels.ts';
import { type Locale, locales } from '@mercury/contract/locales.ts';
import * as z from 'zod/mini';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dropLevel, lockLevels, putLevel, termsOf, unitsOf, usdText } from '../../features/levels/levels.ts';
import { proposalAct } from '../proposals/act.ts';

const parametersSchema = z.strictObject({
  id: idSchema,
  isNew: z.boolean(),
  /** Null removes it. */
  terms: z.nullable(levelTermsShape),
  place: z.int(),
});
export type LevelParameters = z.output<typeof parametersSchema>;

/** Makes, changes, moves or removes a level. */
export const changeLevelAct = proposalAct(parametersSchema, {
  kind: 'levels.change',
  examine: async ({ trx }, parameters) => examineLevel(trx, parameters),
  carryOut: ({ trx }, parameters) => carryOut(trx, parameters),
});

/** @throws DomainError NotFound, LevelExists, LevelInUse, NothingToChange */
async function examineLevel(trx: Transaction, { id, isNew, terms, place }: LevelParameters) {
  const levels = await lockLevels(trx);
  const at = levels.findIndex((each) => each.id === id);
  const level = levels[at];
  if (level === undefined && !isNew) throw new DomainError('NotFound');
  if (terms === null && (await isInUse(trx, id))) throw new DomainError('LevelInUse');
  if (terms && levels.some((other) => other.id !== id && isCalledAlike(other.name, terms.name)))
    throw new DomainError('LevelExists');
  const countAfter = levels.length + (isNew ? 1 : 0);
  const before = level ? factsOf(termsOf(level), { place: at + 1, count: levels.length }) : {};
  const after = terms ? factsOf(terms, { place: Math.min(place, countAfter), count: countAfter }) : {};
  if (isDeepStrictEqual(before, after)) throw new DomainError('NothingToChange');
  return { subject: { kind: 'level', id, name: (level ?? terms)?.name.en ?? '' }, before, after };
}

/** By the command, whose operator needs no second person. */
export async function changeLevelAtOnce(
  db: Database,
  parameters: LevelParameters,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { subject, before, after } = await examineLevel(trx, parameters);
    await carryOut(trx, parameters);
    await appendEntry(trx, { actor, action: 'levels.change', subject, before, after });
  });
}

async function carryOut(trx: Transaction, { id, terms, place }: LevelParameters): Promise<void> {
  if (terms === null) await dropLevel(trx, id);
  else await putLevel(trx, { id, place, terms });
}

/** Somebody would read the same name for both. */
function isCalledAlike(one: LocalTexts, other: LocalTexts): boolean {
  const readBy = (texts: LocalTexts, locale: Locale) => textIn(texts, locale).toLowerCase();
  return locales.some((locale) => readBy(one, locale) === readBy(other, locale));
}

async function isInUse({ client }: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from app_user where level_id = $1 limit 1', [id]);
  return rowCount === 1;
}

const factNames: Readonly<Record<LevelLimit, string>> = {
  depositDay: 'depositsIn24Hours',
  depositMonth: 'depositsIn30Days',
  withdrawalDay: 'withdrawalsIn24Hours',
  withdrawalMonth: 'withdrawalsIn30Days',
  tradeDay: 'tradesIn24Hours',
  tradeMonth: 'tradesIn30Days',
};

/** In words that a second person reads. */
function factsOf(
  { name, advice, limits }: LevelTerms,
  { place, count }: { place: number; count: number },
): Readonly<Record<string, string | LocalTexts>> {
  const textOf = (limit: LevelLimit): string => {
    // "5" and "5.00" are the same.
    const units = unitsOf(limits[limit]);
    return units === null ? 'no limit' : `${usdText(units)} USD`;
  };
  return {
    level: name,
    place: `${place} of ${count}`,
    isOf: place === 1 ? 'everybody who was given no other' : 'whoever is given it',
    ...Object.fromEntries(levelLimits.map((limit) => [factNames[limit], textOf(limit)])),
    adviceForHigher: advice ?? 'the contact page',
  };
}
