import type { LevelTerms } from '@mercury/contract/console/levels.ts';
import { v7 as uuidv7 } from 'uuid';
import { changeLevelAtOnce } from '../console/levels/change-level.ts';
import type { TestApp } from './app.ts';

/** As the operator's command makes it: what is not named has no limit. Returns its id. */
export async function defineLevel(
  { db }: TestApp,
  name: string,
  limits: Partial<LevelTerms['limits']>,
  place = 100,
): Promise<string> {
  const id = uuidv7();
  const terms: LevelTerms = {
    name: { en: name },
    advice: null,
    limits: {
      depositDay: null,
      depositMonth: null,
      withdrawalDay: null,
      withdrawalMonth: null,
      tradeDay: null,
      tradeMonth: null,
      ...limits,
    },
  };
  await changeLevelAtOnce(db, { id, isNew: true, terms, place }, { kind: 'operator', name: 'Grace' });
  return id;
}

/** Without any there are no limits again. */
export async function removeLevels({ db }: TestApp): Promise<void> {
  await db.pool.query('update app_user set level_id = null where level_id is not null');
  await db.pool.query('delete from level');
}
