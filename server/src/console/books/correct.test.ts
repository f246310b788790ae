import { endpoints } from '@mercury/contract/api/index.ts';
import * as books from '@mercury/contract/console/books.ts';
import { approveProposal } from '@mercury/contract/console/proposals.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { checkLedger, hold } from '../../ledger/ledger.ts';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { balanceOf, makeFundedPerson } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let treasurer: StaffPerson;
let owner: StaffPerson;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  [treasurer, owner] = [await makeStaff(testApp, 'treasurer'), await makeStaff(testApp, 'owner')];
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

function proposePosting(body: object): Promise<TestReply> {
  return callConsole(testApp, books.proposePosting, {
    token: treasurer.token,
    body: { currency: 'MRCY', reason: 'A slip of ours', ...body },
  });
}

function proposeReversal(transferId: string): Promise<TestReply> {
  const path = `/books/transfers/${transferId}/reversal` as const;
  return callConsole(
    testApp,
    { ...books.proposeReversal, path },
    { token: treasurer.token, body: { reason: 'Sent twice' } },
  );
}

function approve(reply: TestReply): Promise<TestReply> {
  const { proposal } = consoleSuccess(books.proposePosting, reply);
  const path = `/proposals/${proposal.id}/approval` as const;
  return callConsole(testApp, { ...approveProposal, path }, { token: owner.token });
}

async function send(from: SignedInPerson, to: SignedInPerson, amount: string): Promise<string> {
  const sent = await testApp.call('POST', '/wallets/transfer', {
    token: from.token,
    body: { recipientAddress: to.user.walletAddress, amount },
  });
  const { transaction } = succeeded(endpoints.transfer, sent);
  const { rows } = await testApp.db.pool.query<{ transfer_id: string }>(
    'select transfer_id from wallet_transaction where id = $1',
    [transaction.id],
  );
  return rows[0]?.transfer_id ?? '';
}

describe('a posting by a template', () => {
  it('is done once a second person says yes; its person sees it, is told of it, and all sums are right', async () => {
    const ada = await makeFundedPerson(testApp, '5');
    const proposed = await proposePosting({ template: 'credit_person', person: ada.username, amount: '2.5' });
    expect(consoleSuccess(books.proposePosting, proposed).proposal).toMatchObject({
      kind: 'books.correct',
      before: { template: 'credit_person', person: `@${ada.username}` },
      after: {
        amount: '2.5',
        currency: 'MRCY',
        accounts: [
          'house · corrections: 0.00000000 → -2.50000000 MRCY',
          `@${ada.username} · available: 5.00000000 → 7.50000000 MRCY`,
        ],
      },
    });
    expect(await balanceOf(testApp, ada)).toBe('5.00000000');
    expect((await approve(proposed)).status).toBe(200);
    expect(await balanceOf(testApp, ada)).toBe('7.50000000');
    expect(await newestEntry(testApp)).toMatchObject({ action: 'books.correct', actor: owner.email });

    const { transactions } = succeeded(
      endpoints.listTransactions,
      await testApp.call('GET', '/transactions?type=CORRECTION', { token: ada.token }),
    );
    expect(transactions).toMatchObject([{ type: 'CORRECTION', direction: 'in', amount: '2.50000000' }]);
    const id = transactions[0]?.id ?? '';
    const explained = succeeded(
      endpoints.getTransaction,
      await testApp.call('GET', `/transactions/${id}`, { token: ada.token }),
    );
    expect(explained.message).toBe('We made a correction.');
    expect(explained.entries.map(({ account, amount }) => [account, amount])).toEqual([
      ['corrections', '-2.50000000'],
      ['available', '2.50000000'],
    ]);
    const statement = succeeded(
      endpoints.getStatement,
      await testApp.call('GET', '/transactions/statement', { token: ada.token }),
    );
    expect(statement.currencies[0]).toMatchObject({ closing: '7.50000000' });
    expect(statement.currencies[0]?.lines.at(-1)).toMatchObject({ type: 'CORRECTION', amount: '2.50000000' });
    const csv = await testApp.call('GET', '/transactions/export', { token: ada.token });
    expect(String(csv.body)).toContain('CORRECTION,in,MRCY,2.50000000');
    const { notices } = succeeded(
      endpoints.listNotices,
      await testApp.call('GET', '/notices', { token: ada.token }),
    );
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'correction_in', transactionId: id, amount: '2.50000000' }),
    );
    const [mail] = await testApp.mailsTo(ada.user.email);
    expect(mail?.subject).toContain('2.50 MRCY was credited to you');
  });

  it('takes money from a person who has it, and is refused where it is not there', async () => {
    const ada = await makeFundedPerson(testApp, '5');
    const tooMuch = { template: 'debit_person', person: ada.username, amount: '5.00000001' };
    expect((await proposePosting(tooMuch)).body.error).toBe('InsufficientBalance');
    const proposed = await proposePosting({ ...tooMuch, amount: '5' });
    expect((await approve(proposed)).status).toBe(200);
    expect(await balanceOf(testApp, ada)).toBe('0.00000000');
    const { notices } = succeeded(
      endpoints.listNotices,
      await testApp.call('GET', '/notices', { token: ada.token }),
    );
    expect(notices.map(({ kind }) => kind)).toContain('correction_out');
  });

  it('is outdated where the money went before the second person came', async () => {
    const [ada, grace] = [await makeFundedPerson(testApp, '5'), await makePerson(testApp)];
    const proposed = await proposePosting({ template: 'debit_person', person: ada.username, amount: '5' });
    await send(ada, grace, '1');
    expect((await approve(proposed)).body.error).toBe('ProposalOutdated');
    expect(await balanceOf(testApp, ada)).toBe('4.00000000');
  });

  it('puts the house’s own books right without anybody’s account', async () => {
    const gain = await proposePosting({ template: 'rail_gain', amount: '0.01', currency: 'BTC' });
    expect((await approve(gain)).status).toBe(200);
    const loss = await proposePosting({ template: 'rail_loss', amount: '0.01', currency: 'BTC' });
    expect(consoleSuccess(books.proposePosting, loss).proposal.after['accounts']).toEqual([
      'house · corrections: 0.01000000 → 0.00000000 BTC',
      'house · rail_clearing: -0.01000000 → 0.00000000 BTC',
    ]);
    expect((await approve(loss)).status).toBe(200);
  });

  it.each([
    [{ template: 'credit_person', amount: '1' }, 400, 'ValidationFailed'],
    [{ template: 'credit_person', amount: '1', person: 'nobody_here' }, 404, 'NotFound'],
    [{ template: 'rail_gain', amount: '0' }, 422, 'AmountNotPositive'],
    [{ template: 'rail_gain', amount: '0.000000001' }, 422, 'AmountOutOfRange'],
    [{ template: 'rail_gain', amount: '1', reason: '' }, 400, 'ValidationFailed'],
  ])('of %j is refused', async (body, status, error) => {
    const reply = await proposePosting(body);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
  });
});

describe('a reversal', () => {
  it('is the mirror image of a transfer, told to both sides, and happens once', async () => {
    const [ada, grace] = [await makeFundedPerson(testApp, '10'), await makePerson(testApp)];
    const transferId = await send(ada, grace, '4');
    const proposed = await proposeReversal(transferId);
    expect(consoleSuccess(books.proposeReversal, proposed).proposal).toMatchObject({
      subject: { kind: 'transfer', id: transferId },
      after: {
        accounts: [
          `@${ada.username} · available: 6.00000000 → 10.00000000 MRCY`,
          `@${grace.username} · available: 4.00000000 → 0.00000000 MRCY`,
        ],
      },
    });
    expect((await approve(proposed)).status).toBe(200);
    expect([await balanceOf(testApp, ada), await balanceOf(testApp, grace)]).toEqual([
      '10.00000000',
      '0.00000000',
    ]);
    const path = `/books/transfers/${transferId}` as const;
    const { transfer } = consoleSuccess(
      books.getBookTransfer,
      await callConsole(testApp, { ...books.getBookTransfer, path }, { token: treasurer.token }),
    );
    expect(transfer).toMatchObject({ reversedBy: expect.any(String), canReverse: false });
    const again = await proposeReversal(transferId);
    expect([again.status, again.body.error]).toEqual([422, 'TransferNotReversible']);
    expect((await proposeReversal(transfer.reversedBy ?? '')).body.error).toBe('TransferNotReversible');
    for (const [person, direction] of [
      [ada, 'in'],
      [grace, 'out'],
    ] as const) {
      const { transactions } = succeeded(
        endpoints.listTransactions,
        await testApp.call('GET', '/transactions?type=CORRECTION', { token: person.token }),
      );
      expect(transactions).toMatchObject([{ direction, amount: '4.00000000' }]);
    }
  });

  it('is refused where the money is gone', async () => {
    const [ada, grace] = [await makeFundedPerson(testApp, '10'), await makePerson(testApp)];
    const transferId = await send(ada, grace, '4');
    await send(grace, ada, '1');
    expect((await proposeReversal(transferId)).body.error).toBe('InsufficientBalance');
  });

  it('is refused where a side has left', async () => {
    const [ada, grace] = [await makeFundedPerson(testApp, '10'), await makePerson(testApp)];
    const transferId = await send(ada, grace, '4');
    await send(grace, ada, '4');
    await testApp.db.pool.query('update app_user set deleted_at = now() where id = $1', [grace.user.id]);
    expect((await proposeReversal(transferId)).body.error).toBe('TransferNotReversible');
  });

  it('of a hold is refused: its own flow releases it', async () => {
    const ada = await makeFundedPerson(testApp, '10');
    const holdId = uuidv7();
    await inTransaction(testApp.db, (trx) =>
      hold(trx, { holdId, owner: ada.user.id, asset: 'MRCY', amount: 1n }),
    );
    expect((await proposeReversal(holdId)).body.error).toBe('TransferNotReversible');
    expect((await proposeReversal(uuidv7())).status).toBe(404);
  });
});
