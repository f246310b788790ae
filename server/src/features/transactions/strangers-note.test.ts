import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney, makeFundedPerson } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let recipient: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({ MRCY_PRICE_USD: '1' });
});
beforeEach(async () => {
  [sender, recipient] = await Promise.all([makeFundedPerson(testApp, '100'), makePerson(testApp)]);
});
afterAll(() => testApp.close());

const note = 'https://evil.example says: claim your prize';

async function send(amount: string, from = sender, to = recipient): Promise<void> {
  const body = { recipientAddress: to.user.walletAddress, amount, note };
  const reply = await testApp.call('POST', '/wallets/transfer', { token: from.token, body });
  expect(succeeded(endpoints.transfer, reply).transaction).toMatchObject({ note, isNoteFromStranger: false });
}

async function saveContact(by = recipient, who = sender): Promise<void> {
  const body = { name: 'Ada', walletAddress: who.user.walletAddress };
  expect((await testApp.call('POST', '/contacts', { token: by.token, body })).status).toBe(201);
}

/** Every place where a person reads the note of the one transfer that they have. */
async function notesOf({ token }: SignedInPerson, direction: 'in' | 'out' = 'in') {
  const ask = (path: string) => testApp.call('GET', path, { token });
  const { transactions } = succeeded(endpoints.listTransactions, await ask('/transactions?type=TRANSFER'));
  const listed = transactions.find((each) => each.direction === direction);
  const id = String(listed?.id);
  const { transaction } = succeeded(endpoints.getTransaction, await ask(`/transactions/${id}`));
  const statement = succeeded(endpoints.getStatement, await ask('/transactions/statement'));
  const line = statement.currencies.flatMap(({ lines }) => lines).find((each) => each.id === id);
  const csv = await ask('/transactions/export');
  const { note: detailed, isNoteFromStranger } = transaction;
  expect(listed).toMatchObject({ note: detailed, isNoteFromStranger });
  return {
    note: detailed,
    isNoteFromStranger,
    inStatement: line?.note,
    isInCsv: String(csv.body).includes('evil.example'),
  };
}

const shown = { note, isNoteFromStranger: false, inStatement: note, isInCsv: true };
const folded = { note, isNoteFromStranger: true, inStatement: null, isInCsv: false };
const withheld = { note: null, isNoteFromStranger: false, inStatement: null, isInCsv: false };

describe('the note of somebody whom the recipient does not know', () => {
  test.each(['0.00000001', '0.99'])(
    'is not shown with %s US dollars, and is to its sender',
    async (amount) => {
      await send(amount);
      expect(await notesOf(recipient)).toEqual(withheld);
      expect(await notesOf(sender, 'out')).toEqual(shown);
    },
  );

  test.each(['1', '50'])('is folded with %s US dollars, and in no file', async (amount) => {
    await send(amount);
    expect(await notesOf(recipient)).toEqual(folded);
    expect(await notesOf(sender, 'out')).toEqual(shown);
  });

  test('is not shown where nobody knew what the transfer was worth', async () => {
    await send('50');
    await testApp.ownerDb.pool.query('update wallet_transaction set usd_value = null where user_id = $1', [
      recipient.user.id,
    ]);
    expect(await notesOf(recipient)).toEqual(withheld);
  });

  test.each(['0.00000001', '50'])(
    'unfolds once the sender of %s US dollars is a contact, and folds again after',
    async (amount) => {
      await send(amount);
      await saveContact();
      expect(await notesOf(recipient)).toEqual(shown);
      const { contacts } = (await testApp.call('GET', '/contacts', { token: recipient.token })).body;
      await testApp.call('DELETE', `/contacts/${contacts[0].id}`, { token: recipient.token });
      expect(await notesOf(recipient)).not.toEqual(shown);
    },
  );

  test('is not unfolded by what the sender keeps, or by somebody else’s contacts', async () => {
    const other = await makePerson(testApp);
    await send('1');
    await saveContact(sender, recipient);
    await saveContact(other, sender);
    expect(await notesOf(recipient)).toEqual(folded);
  });
});

test('the note of somebody whom the recipient has paid is shown, however little comes with it', async () => {
  await giveMoney(testApp, recipient, 'MRCY', '5');
  await send('1', recipient, sender);
  await send('0.00000001');
  expect(await notesOf(recipient)).toEqual(shown);
});

test('a transfer without a note has nothing to fold', async () => {
  const body = { recipientAddress: recipient.user.walletAddress, amount: '5' };
  await testApp.call('POST', '/wallets/transfer', { token: sender.token, body });
  expect(await notesOf(recipient)).toEqual(withheld);
});
