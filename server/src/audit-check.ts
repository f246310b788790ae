/** `npm run audit:check`: proves that no entry of the audit log was changed, added or taken out. Exits with 1 if one was. */
import { checkChain } from './audit/check-chain.ts';
import { readConfig } from './config.ts';
import { closeDatabase, openDatabase } from './db/database.ts';
import { shareStore } from './db/open-store.ts';
import { reasonOf } from './errors.ts';

try {
  process.exitCode = (await doesChainHold()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The audit log can't be checked: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

async function doesChainHold(): Promise<boolean> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = readConfig(process.env);
  const store = await shareStore({ dataDir, databaseUrl, databaseOwnerUrl });
  const db = openDatabase({ connectionString: store.connectionString, connectionsMax: 1 });
  try {
    const { entryCount, lastHash, firstBroken } = await checkChain(db);
    process.stdout.write(`${entryCount} entries, the last with the hash ${lastHash ?? '-'}\n`);
    process.stdout.write(
      firstBroken === null
        ? 'The log is whole\n'
        : `Broken: entry ${firstBroken} does not follow from the one before\n`,
    );
    return firstBroken === null;
  } finally {
    await closeDatabase(db);
    await store.close();
  }
}
