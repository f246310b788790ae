import { settingNames, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import type pg from 'pg';
import { maybeOne, type Row } from '../db/rows.ts';

type Queryable = Pick<pg.Pool, 'query'>;

export interface StoredSetting extends Omit<Row<'setting_change'>, 'name'> {
  readonly name: SettingName;
}

/** The newest change of each that this build knows. By the primary key: however long their histories are, a row each. */
export async function findStored(connection: Queryable): Promise<readonly StoredSetting[]> {
  const { rows } = await connection.query<StoredSetting>(
    `select newest.* from unnest($1::text[]) as known (name)
      cross join lateral (
        select * from setting_change where setting_change.name = known.name order by version desc limit 1
      ) newest`,
    [settingNames],
  );
  return rows;
}

export async function findNewest(
  connection: Queryable,
  name: SettingName,
): Promise<Pick<StoredSetting, 'version' | 'value'>> {
  const newest = maybeOne(
    await connection.query<Pick<StoredSetting, 'version' | 'value'>>(
      'select version, value from setting_change where name = $1 order by version desc limit 1',
      [name],
    ),
  );
  return newest ?? { version: 0, value: null };
}

export interface SettingChangeRow extends Omit<Row<'setting_change'>, 'name'> {
  readonly before: string | null;
  readonly approved_by: string | null;
}

/** Newest first, by the primary key; who said yes, by proposal_of_setting. `below`: the last version of the page before. */
export async function findChanges(
  connection: Queryable,
  { name, below, limit }: { name: SettingName; below: number | undefined; limit: number },
): Promise<readonly SettingChangeRow[]> {
  const { rows } = await connection.query<SettingChangeRow>(
    `select change.*, earlier.value as before, decider.email as approved_by
       from setting_change change
       left join setting_change earlier on earlier.name = change.name and earlier.version = change.version - 1
       left join proposal on proposal.kind = 'settings.change' and proposal.subject_id = change.name
         and proposal.state = 'done' and proposal.decided_at = change.changed_at
       left join staff_member decider on decider.id = proposal.decided_by
      where change.name = $1 and ($2::integer is null or change.version < $2)
      order by change.version desc limit $3`,
    [name, below ?? null, limit],
  );
  return rows;
}
