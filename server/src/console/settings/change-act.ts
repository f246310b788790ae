import { settingNames } from '@mercury/contract/console/setting-traits.ts';
import * as z from 'zod/mini';
import { examineSetting, writeSetting } from '../../settings/change-setting.ts';
import { proposalAct } from '../proposals/act.ts';

const schema = z.strictObject({
  name: z.enum(settingNames),
  value: z.nullable(z.string()),
  version: z.int(),
  /** For the setting's history. */
  by: z.string(),
  reason: z.string(),
});

/** Another price, fee, limit or deposit key. */
export const changeSettingAct = proposalAct(schema, {
  kind: 'settings.change',
  async examine({ services, trx }, wanted) {
    const { name } = wanted;
    return { subject: { kind: 'setting', id: name, name }, ...(await examineSetting(trx, services, wanted)) };
  },
  carryOut: ({ trx }, wanted) => writeSetting(trx, wanted),
});
