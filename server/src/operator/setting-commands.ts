import { isSettingName, settingNames, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import { DomainError } from '../errors.ts';
import { changeSetting, problemOf } from '../settings/change-setting.ts';
import { findStored } from '../settings/queries.ts';
import { defaultTextOf } from '../settings/registry.ts';
import { RefusedError, tableOf, type OperatorCommands, type OperatorContext } from './command.ts';

export const settingCommands: OperatorCommands = {
  settings: {
    parameters: [],
    help: 'what you say of the business: prices, fees, limits, contact details, deposit keys; and where each is said',
    run: (context) => list(context),
  },
  'set-setting': {
    parameters: ['<name>', '[value...]'],
    help: 'says another value, in every process within a second; without a value its default again',
    run: (context, [name = '', value = '']) => change(context, { name, value: value.trim() }),
  },
};

async function list({ db, settings: { stated } }: OperatorContext): Promise<string> {
  const stored = new Map((await findStored(db.pool)).map((row) => [row.name, row]));
  return tableOf(
    ['name', 'value', 'said by', 'since (UTC)'],
    settingNames.map((name) => {
      const row = stored.get(name);
      if (stated[name] !== undefined) return [name, stated[name], 'the environment', ''];
      const isSet = row !== undefined && row.value !== null;
      return [
        name,
        row?.value ?? defaultTextOf(name) ?? '',
        isSet ? row.changed_by : 'default',
        row?.changed_at.toISOString() ?? '',
      ];
    }),
  );
}

async function change(
  { db, settings, operator }: OperatorContext,
  { name, value }: { name: string; value: string },
): Promise<string> {
  if (!isSettingName(name)) {
    throw new RefusedError(`${JSON.stringify(name)} is no setting; there are ${settingNames.join(', ')}`);
  }
  const problem = value === '' ? undefined : problemOf(name, value);
  if (problem !== undefined) throw new RefusedError(`${name} ${problem.line}`);
  try {
    const { after } = await changeSetting(
      { db, settings },
      {
        name,
        value: value === '' ? null : value,
        actor: { kind: 'operator', name: operator },
        reason: `set-setting ${name}`,
      },
    );
    return `${name} is ${after[name] ?? 'nothing'} from now on`;
  } catch (error) {
    throw refusalOf(error, name);
  }
}

function refusalOf(error: unknown, name: SettingName): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error.code === 'NothingToChange') return new RefusedError(`${name} is so already`);
  if (error.code === 'SetByEnvironment') {
    return new RefusedError(`The environment says ${name}, and wins: change or remove it there`);
  }
  return error;
}
