/**
 * `npm run operator -- <command> ...`: what an operator does by hand, beside a running server or alone.
 * Ends with 0 when it is done, 1 when it can't be, 2 when it was not understood.
 */
import { userInfo } from 'node:os';
import { readConfig } from './config.ts';
import { closeDatabase, openDatabase } from './db/database.ts';
import { shareStore } from './db/open-store.ts';
import { accountCommands } from './operator/account-commands.ts';
import { helpOf, readWords, type OperatorCommands, type OperatorContext } from './operator/command.ts';
import { depositCommands } from './operator/deposit-commands.ts';
import { messageCommands } from './operator/message-commands.ts';
import { priceCommands } from './operator/price-commands.ts';
import { withdrawalCommands } from './operator/withdrawal-commands.ts';

const commands: OperatorCommands = {
  ...accountCommands,
  ...withdrawalCommands,
  ...depositCommands,
  ...priceCommands,
  ...messageCommands,
};

const usage = `npm run operator -- <command> ...

  help
${helpOf(commands)}

<account> is a username, or an email that its person has verified. <id> is a withdrawal's or its transaction's, or a message's.
What you do to money is written down with your name (OPERATOR_NAME, else the system's user), and its person is told.
`;

const [name = 'help', ...words] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const read = command && readWords(command, words);
if (name === 'help' && words.length === 0) {
  process.stdout.write(usage);
} else if (command === undefined || read === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(`${await onDatabase((context) => command.run(context, read))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function onDatabase<Result>(work: (context: OperatorContext) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  const { dataDir, databaseUrl } = config;
  const store = await shareStore({ dataDir, databaseUrl });
  const db = openDatabase({ connectionString: store.connectionString, connectionsMax: 1 });
  try {
    return await work({ db, config, operator: config.operatorName ?? userInfo().username });
  } finally {
    await closeDatabase(db);
    await store.close();
  }
}
