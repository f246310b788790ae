import { problemOfSetting, settingWords } from '@mercury/contract/console/setting-values.ts';
import { settingTraits, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import type { ValidationKey } from '@mercury/contract/validation.ts';
import { appendEntry, nameOf, type Actor } from '../audit/append-entry.ts';
import { inTransaction, type Transaction } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { readAccountKey, readSharedAddress } from '../rails/deposit-sources.ts';
import type { Services } from '../services.ts';
import { findNewest } from './queries.ts';
import { defaultTextOf, settingSchemas } from './registry.ts';

export interface WantedSetting {
  readonly name: SettingName;
  /** Null: the default. */
  readonly value: string | null;
  /** Of the newest change that the one who asks has seen; undefined: whichever there is. */
  readonly version?: number | undefined;
}

/** As people read them; null: nothing. */
export interface ExaminedSetting {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

// Any number that no other lock has.
const settingsLock = 7_311_905;

/**
 * Changes take turns from here to the end of the transaction.
 * @throws DomainError SetByEnvironment, ValidationFailed, SettingChanged, NothingToChange
 */
export async function examineSetting(
  trx: Transaction,
  { settings }: Pick<Services, 'settings'>,
  { name, value, version }: WantedSetting,
): Promise<ExaminedSetting> {
  if (settings.stated[name] !== undefined) throw new DomainError('SetByEnvironment');
  const key = value === null ? undefined : problemOf(name, value)?.key;
  if (key !== undefined)
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'value', key }] });
  await trx.client.query('select pg_advisory_xact_lock($1)', [settingsLock]);
  const present = await findNewest(trx.client, name);
  if (version !== undefined && version !== present.version) throw new DomainError('SettingChanged');
  const before = present.value ?? defaultTextOf(name);
  const after = value ?? defaultTextOf(name);
  if (before === after) throw new DomainError('NothingToChange');
  return { before: factsOf(name, before), after: factsOf(name, after) };
}

/** The caller has examined it in this transaction. */
export async function writeSetting(
  { client }: Transaction,
  { name, value, by, reason }: WantedSetting & { by: string; reason: string },
): Promise<void> {
  await client.query(
    `insert into setting_change (name, version, value, reason, changed_by)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4 from setting_change where name = $1`,
    [name, value, reason, by],
  );
}

/** By one person, at once. @throws DomainError as `examineSetting` */
export async function changeSetting(
  services: Pick<Services, 'db' | 'settings'>,
  { actor, reason, ...wanted }: WantedSetting & { actor: Actor; reason: string },
): Promise<ExaminedSetting> {
  return inTransaction(services.db, async (trx) => {
    const examined = await examineSetting(trx, services, wanted);
    await writeSetting(trx, { ...wanted, by: nameOf(actor), reason });
    const subject = { kind: 'setting', id: wanted.name };
    await appendEntry(trx, { actor, action: 'settings.change', subject, ...examined, reason });
    return examined;
  });
}

interface SettingProblem {
  /** For a field. */
  readonly key: ValidationKey;
  /** For the operator's command. */
  readonly line: string;
}

/** Undefined: it can be used. */
export function problemOf(name: SettingName, text: string): SettingProblem | undefined {
  // Half a character: the audit log takes none.
  if (!text.isWellFormed()) return { key: 'invalid', line: 'has half a character' };
  const read = settingSchemas[name].safeParse(text);
  if (!read.success) {
    const line = read.error.issues[0]?.message ?? 'is not usable';
    return { key: problemOfSetting(name, text) ?? 'invalid', line };
  }
  return problemOfDeposit(name, text);
}

/** At the start this ends the process: money would go to nobody. */
function problemOfDeposit(name: SettingName, text: string): SettingProblem | undefined {
  const { form } = settingTraits[name];
  if (form === 'depositKey' && readAccountKey(text) === undefined) {
    const line = 'must be the extended public key of an account, as BIP44 places it';
    return { key: 'invalidDepositKey', line };
  }
  const chain = name === 'DEPOSIT_ADDRESS_XRP' ? 'xrp' : 'ton';
  if (form === 'depositAddress' && readSharedAddress(chain, text) === undefined) {
    return { key: 'invalidAddress', line: 'is no address of that chain without a tag' };
  }
  return undefined;
}

function factsOf(name: SettingName, text: string | null): Readonly<Record<string, string>> {
  return text === null ? {} : { [name]: settingWords(name, text) };
}
