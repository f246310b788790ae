import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { withoutEmpty } from '@mercury/contract/api/local-texts.ts';
import * as contract from '@mercury/contract/console/levels.ts';
import { v7 as uuidv7 } from 'uuid';
import { giveLevel } from '../../features/levels/give-level.ts';
import { findLevelOf, findUse, listLevels } from '../../features/levels/levels.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { requireLook } from '../people/looks.ts';
import { propose } from '../proposals/propose.ts';
import { actorOf } from '../staff/sessions.ts';
import { changeLevelAct } from './change-level.ts';

export function bindLevels(bind: ConsoleBind, { services }: ConsoleDeps): void {
  bind(contract.listLevels, {}, async () => ({ success: true, levels: await listLevels(services.db.pool) }));
  bind(contract.defineLevel, {}, async ({ body: { place, reason, ...asked }, session, context: origin }) => {
    const parameters = { id: uuidv7(), isNew: true, terms: termsAsked(asked), place };
    return {
      success: true,
      proposal: await propose(services, changeLevelAct, { parameters, reason, session, origin }),
    };
  });
  bind(
    contract.changeLevel,
    {},
    async ({ params: { id }, body: { place, reason, ...asked }, session, context: origin }) => {
      const parameters = { id, isNew: false, terms: termsAsked(asked), place };
      return {
        success: true,
        proposal: await propose(services, changeLevelAct, { parameters, reason, session, origin }),
      };
    },
  );
  bind(contract.removeLevel, {}, async ({ params: { id }, body: { reason }, session, context: origin }) => {
    const parameters = { id, isNew: false, terms: null, place: 1 };
    return {
      success: true,
      proposal: await propose(services, changeLevelAct, { parameters, reason, session, origin }),
    };
  });
  bindPersonLevel(bind, services);
}

function termsAsked({
  name,
  advice,
  limits,
}: Omit<BodyOf<typeof contract.defineLevel>, 'place' | 'reason'>): contract.LevelTerms {
  return { name: withoutEmpty(name), advice: advice && withoutEmpty(advice), limits };
}

function bindPersonLevel(bind: ConsoleBind, { db }: ConsoleDeps['services']): void {
  bind(contract.readPersonLevel, {}, async ({ params: { id }, session }) => {
    await requireLook(db, session, id);
    const [level, limits, changes] = await Promise.all([
      findLevelOf(db.pool, id),
      findUse(db.pool, id),
      listChanges(db, id),
    ]);
    return {
      success: true,
      level: level === undefined ? null : { id: level.id, name: level.name },
      limits,
      changes,
    };
  });
  bind(contract.givePersonLevel, {}, async ({ params: { id }, body, session, context }) => {
    await giveLevel(db, { ...body, userId: id, actor: actorOf(session, context) });
    return { success: true };
  });
}

const changesMax = 50;

/** By level_change_newest_first. */
async function listChanges({ pool }: Database, userId: string): Promise<contract.LevelChange[]> {
  const { rows } = await pool.query<Row<'level_change'>>(
    'select * from level_change where user_id = $1 order by id desc limit $2',
    [userId, changesMax],
  );
  return rows.map((row) => ({
    id: row.id,
    before: row.name_before,
    after: row.name_after,
    note: row.note,
    reference: row.reference,
    actor: row.actor,
    at: row.created_at.toISOString(),
  }));
}
