import { userInfo } from 'node:os';
import { readConfig } from '../config.ts';
import { loadAssetTable } from '../db/asset-table.ts';
import { closeDatabase, openDatabase } from '../db/database.ts';
import { shareStore } from '../db/open-store.ts';
import { reasonOf } from '../errors.ts';
import { findStored } from '../settings/queries.ts';
import { createSettings } from '../settings/settings.ts';
import { accountCommands } from './account-commands.ts';
import { announcementCommands } from './announcement-commands.ts';
import { assetCommands } from './asset-commands.ts';
import { settingsHelp } from './asset-settings.ts';
import { helpOf, readWords, type OperatorCommands, type OperatorContext } from './command.ts';
import { depositCommands } from './deposit-commands.ts';
import { feeCommands } from './fee-commands.ts';
import { haltCommands } from './halt-commands.ts';
import { houseQuoteCommands } from './house-quote-commands.ts';
import { levelCommands } from './level-commands.ts';
import { marketCommands } from './market-commands.ts';
import { marketSetUpCommands } from './market-set-up-commands.ts';
import { messageCommands } from './message-commands.ts';
import { outsideTradeCommands } from './outside-trade-commands.ts';
import { priceCommands } from './price-commands.ts';
import { settingCommands } from './setting-commands.ts';
import { staffCommands } from './staff-commands.ts';
import { topUpCommands } from './top-up-commands.ts';
import { withdrawalCommands } from './withdrawal-commands.ts';

const commands: OperatorCommands = {
  ...accountCommands,
  ...withdrawalCommands,
  ...depositCommands,
  ...topUpCommands,
  ...priceCommands,
  ...assetCommands,
  ...marketCommands,
  ...marketSetUpCommands,
  ...houseQuoteCommands,
  ...haltCommands,
  ...outsideTradeCommands,
  ...feeCommands,
  ...levelCommands,
  ...messageCommands,
  ...announcementCommands,
  ...settingCommands,
  ...staffCommands,
};

const usage = `npm run operator -- <command> ...

  help
${helpOf(commands)}

<account> is a username, or an email that its person has verified. <id> is a withdrawal's or its transaction's, or a message's.
${settingsHelp}
What you do to money, and whom you freeze, is written down with your name (OPERATOR_NAME, else the system's user), and its person is told.
`;

type Environment = Readonly<Record<string, string | undefined>>;

/** The outcome of a command line: 0 for done, 1 for impossible, 2 for not understood. */
export interface Ended {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
  readonly complaint: string;
}

export async function operate(
  [name = 'help', ...words]: readonly string[],
  environment: Environment,
): Promise<Ended> {
  if (name === 'help' && words.length === 0) return { exitCode: 0, output: usage, complaint: '' };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const read = command && readWords(command, words);
  // It must work where what is stored can't be read.
  const loadsSettings = name !== 'set-setting';
  if (command === undefined || read === undefined) return { exitCode: 2, output: '', complaint: usage };
  try {
    const told = await onDatabase({ environment, loadsSettings }, (context) => command.run(context, read));
    return { exitCode: 0, output: `${told}\n`, complaint: '' };
  } catch (error) {
    const reason = reasonOf(error);
    return { exitCode: 1, output: '', complaint: `${reason}\n` };
  }
}

async function onDatabase<Result>(
  { environment, loadsSettings }: { environment: Environment; loadsSettings: boolean },
  work: (context: OperatorContext) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment);
  const { dataDir, databaseUrl, databaseOwnerUrl } = config;
  const store = await shareStore({ dataDir, databaseUrl, databaseOwnerUrl });
  const db = openDatabase({ connectionString: store.connectionString, connectionsMax: 1 });
  const ownerDb = openDatabase({ connectionString: store.ownerConnectionString, connectionsMax: 1 });
  try {
    await loadAssetTable(db.pool);
    const settings = createSettings({ stated: config.statedSettings, findStored: () => findStored(db.pool) });
    if (loadsSettings) await settings.load();
    const operator = config.operatorName ?? userInfo().username;
    return await work({ db, ownerDb, config, settings, operator });
  } finally {
    await closeDatabase(db);
    await closeDatabase(ownerDb);
    await store.close();
  }
}
