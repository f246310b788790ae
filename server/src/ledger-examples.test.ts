import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from './ledger/ledger.ts';
import { createTestApp, type TestApp } from './test/app.ts';
import { ledgerExamples, type Cast, type LedgerExample } from './test/ledger-examples.ts';
import { makePerson } from './test/person.ts';

/**
 * The worked entries of docs/ledger.md are what the product writes when it is made to go through each flow. Where they
 * differ on purpose, `vitest run --project server server/src/ledger-examples.test.ts --update` writes them anew.
 */

const document = join(import.meta.dirname, '../../docs/ledger.md');
const [start, end] = ['<!-- worked entries: start -->', '<!-- worked entries: end -->'];

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

test('docs/ledger.md tells every flow with the entries that the product makes', async () => {
  const sections: string[] = [];
  for (const example of ledgerExamples) sections.push(await tell(example));
  const text = await readFile(document, 'utf8');
  const [before, after] = [text.split(start)[0], text.split(end)[1]];
  expect(after).toBeDefined();
  await expect(`${before}${start}\n\n${sections.join('\n')}\n${end}${after}`).toMatchFileSnapshot(document);
  // Each flow has its own people, who register for real, and some wait for the worker.
}, 60_000);

async function tell(example: LedgerExample): Promise<string> {
  const [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  const cast: Cast = { testApp, ada, grace };
  await example.prepare?.(cast);
  const { rows: known } = await testApp.db.pool.query<{ id: string }>('select id from transfer');
  await example.play(cast);
  const lines = await newLines(known.map(({ id }) => id));
  const names = new Map([
    [ada.user.id, 'Ada'],
    [grace.user.id, 'Grace'],
  ]);
  return `### ${example.title}\n\n${example.story}\n\n${tableOf(lines, names)}`;
}

interface Line {
  transfer_id: string;
  kind: string;
  line: number;
  owner_id: string | null;
  account_kind: string;
  asset: AssetCode;
  amount: bigint;
  balance_after: bigint | null;
}

async function newLines(knownTransferIds: readonly string[]): Promise<Line[]> {
  const { rows } = await testApp.db.pool.query<Line>(
    `select transfer.id as transfer_id, transfer.kind, entry.line, account.owner_id, account.kind as account_kind,
            entry.asset, entry.amount, entry.balance_after
       from transfer
       join entry on entry.transfer_id = transfer.id
       join account on account.id = entry.account_id
      where transfer.id <> all ($1)
      order by transfer.created_at, transfer.id, entry.line`,
    [knownTransferIds],
  );
  return rows;
}

function tableOf(lines: readonly Line[], names: ReadonlyMap<string, string>): string {
  const records = lines.map((line) => {
    const owner = line.owner_id === null ? 'house' : (names.get(line.owner_id) ?? 'somebody');
    const account = `${owner} · ${line.asset} · ${line.account_kind}`;
    // A transfer is named once, on its first line.
    const kind = line.line === 1 ? `\`${line.kind}\`` : '';
    const balance = line.balance_after === null ? '' : format(line.asset, line.balance_after);
    return `| ${kind} | ${account} | ${signed(line.asset, line.amount)} | ${balance} |`;
  });
  return ['| transfer | account | amount | balance after |', '|---|---|--:|--:|', ...records, ''].join('\n');
}

function format(asset: AssetCode, minorUnits: bigint): string {
  return formatAmount(amountOf(asset, minorUnits));
}

function signed(asset: AssetCode, minorUnits: bigint): string {
  return minorUnits < 0n ? `−${format(asset, -minorUnits)}` : `+${format(asset, minorUnits)}`;
}
