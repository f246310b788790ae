/** `npm run ledger:check`: proves the books of this installation. Exits with 1 if a rule is broken. */
import { readConfig } from './config.ts';
import { closeDatabase, openDatabase } from './db/database.ts';
import { shareStore } from './db/open-store.ts';
import { reasonOf } from './errors.ts';
import { checkLedger } from './ledger/ledger.ts';

try {
  process.exitCode = (await areBooksRight()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`The books can't be checked: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

async function areBooksRight(): Promise<boolean> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = readConfig(process.env);
  const store = await shareStore({ dataDir, databaseUrl, databaseOwnerUrl });
  const db = openDatabase({ connectionString: store.connectionString, connectionsMax: 1 });
  try {
    const { accountCount, transferCount, entryCount, findings } = await checkLedger(db);
    const lines = [
      `${accountCount} accounts, ${transferCount} transfers, ${entryCount} entries`,
      ...findings.map(({ rule, subject, detail }) => `Broken: ${rule}: ${subject} (${detail})`),
      findings.length === 0 ? 'The books are right' : `${findings.length} findings`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return findings.length === 0;
  } finally {
    await closeDatabase(db);
    await store.close();
  }
}
