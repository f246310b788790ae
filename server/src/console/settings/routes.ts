import { settingNames, settingTraits } from '@mercury/contract/console/setting-traits.ts';
import * as settings from '@mercury/contract/console/settings.ts';
import { listAssets } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import * as z from 'zod/mini';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { changeSetting, examineSetting, writeSetting } from '../../settings/change-setting.ts';
import { findChanges, findStored, type SettingChangeRow } from '../../settings/queries.ts';
import { defaultTextOf } from '../../settings/registry.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { proposalAct } from '../proposals/act.ts';
import { propose } from '../proposals/propose.ts';
import { findWaiting } from '../proposals/queries.ts';
import { actorOf } from '../staff/sessions.ts';

const parametersSchema = z.strictObject({
  name: z.enum(settingNames),
  value: z.nullable(z.string()),
  version: z.int(),
  /** For the setting's history. */
  by: z.string(),
  reason: z.string(),
});

/** Another price, fee, limit or deposit key. */
export const changeSettingAct = proposalAct(parametersSchema, {
  kind: 'settings.change',
  async examine({ services, trx }, wanted) {
    const { name } = wanted;
    return { subject: { kind: 'setting', id: name, name }, ...(await examineSetting(trx, services, wanted)) };
  },
  carryOut: ({ trx }, wanted) => writeSetting(trx, wanted),
});

const pageSize = 20;

export function bindSettings(bind: ConsoleBind, { services }: ConsoleDeps): void {
  bind(settings.listSettings, {}, async () => ({
    success: true,
    settings: await listAll(services),
    assets: listAssets()
      .filter(({ chain }) => chain !== null)
      .map(({ code, decimals }) => ({ currency: code, decimals, isOwn: code === coinCode })),
  }));
  bind(settings.listSettingChanges, {}, async ({ params: { name }, query: { cursor } }) => {
    const below = cursor === undefined ? undefined : readVersion(cursor);
    const rows = await findChanges(services.db.pool, { name, below, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      success: true,
      changes: shown.map(presentChange),
      nextCursor: rows.length > pageSize && last !== undefined ? String(last.version) : null,
    };
  });
  bind(settings.changeSetting, {}, async ({ params: { name }, body, session, context }) => {
    const { reason, version } = body;
    const wanted = { name, value: body.value === '' ? null : body.value, version };
    if (settingTraits[name].isDirect) {
      await changeSetting(services, { ...wanted, actor: actorOf(session, context), reason });
      return { success: true, proposal: null };
    }
    const proposal = await propose(services, changeSettingAct, {
      parameters: { ...wanted, by: session.email, reason },
      reason,
      session,
      origin: context,
    });
    return { success: true, proposal };
  });
}

/** From the database: what was changed a moment ago is here at once, whichever process is asked. */
async function listAll({ db, settings: { stated } }: Services): Promise<settings.Setting[]> {
  const [stored, waiting] = await Promise.all([findStored(db.pool), findWaiting(db, changeSettingAct.kind)]);
  return settingNames.map((name) => {
    const change = stored.find((each) => each.name === name);
    const ofEnvironment = stated[name];
    const set = ofEnvironment ?? change?.value ?? undefined;
    return {
      name,
      source: ofEnvironment !== undefined ? 'environment' : set !== undefined ? 'set' : 'default',
      value: set ?? defaultTextOf(name),
      default: defaultTextOf(name),
      version: change?.version ?? 0,
      changedAt: change?.changed_at.toISOString() ?? null,
      changedBy: change?.changed_by ?? null,
      proposal: waiting.get(name) ?? null,
    };
  });
}

/** @throws DomainError ValidationFailed for a cursor that no reply ever contained */
function readVersion(cursor: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(cursor)) return Number(cursor);
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
}

function presentChange(row: SettingChangeRow): settings.SettingChange {
  return {
    version: row.version,
    at: row.changed_at.toISOString(),
    by: row.changed_by,
    approvedBy: row.approved_by,
    before: row.before,
    after: row.value,
    reason: row.reason,
  };
}
