import {
  type BookTransfer,
  exportBookEntries,
  getBookTransfer,
  listBookEntries,
  proposeReversal,
} from '@mercury/contract/console/books.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { bookAccount, bookIds, openProposal } from '../../test/books.ts';
import { openConsole } from '../../test/console.tsx';
import { button, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const moment = '2026-11-01T09:00:00.000Z';
const transfer: BookTransfer = {
  id: bookIds.transfer,
  kind: 'transfer',
  at: moment,
  sides: [
    {
      accountId: '12',
      kind: 'available',
      owner: bookAccount.owner,
      currency: 'MRCY',
      amount: '-10',
      balanceAfter: '60',
    },
    { accountId: '3', kind: 'fees', owner: null, currency: 'MRCY', amount: '10', balanceAfter: null },
  ],
  causes: [{ kind: 'history', id: bookIds.cause, person: bookAccount.owner, detail: 'TRANSFER' }],
  reverses: null,
  reversedBy: null,
  holdPartner: null,
  canReverse: true,
};
const at = `/console/books/transfers/${bookIds.transfer}`;
const entry = (transferId: string, balanceAfter: string) => ({
  transferId,
  kind: 'transfer',
  amount: '-10',
  balanceAfter,
  at: moment,
});

describe('an account', () => {
  it('lists its entries by pages, each leading to its transfer', async () => {
    server.replyBy(listBookEntries, ({ query }) => {
      const isFirst = query['cursor'] === undefined;
      return {
        success: true as const,
        account: bookAccount,
        entries: [isFirst ? entry(bookIds.transfer, '60') : entry(bookIds.other, '70')],
        nextCursor: isFirst ? 'next' : null,
      };
    });
    await openConsole('/console/books/accounts/12', 'auditor');
    await expect.element(page.getByRole('heading', { name: /@ada.* · available/ })).toBeVisible();
    await button('Load more').click();
    await expect.poll(() => page.getByTestId('entry').elements().length).toBe(2);
    await expect.element(page.getByTestId('entry').first().getByRole('link')).toHaveAttribute('href', at);
    expect(server.calls(listBookEntries).at(-1)?.query).toEqual({ cursor: 'next' });
  });

  it('that nothing moved says so; one that can’t be loaded or saved says that', async () => {
    server.reply(listBookEntries, { success: true, account: bookAccount, entries: [], nextCursor: null });
    server.refuse(exportBookEntries, 'ServerError', { message: 'Out of order.' });
    await openConsole('/console/books/accounts/12', 'auditor');
    await expect.element(page.getByText('Nothing has moved on this account.')).toBeVisible();
    await button('CSV').click();
    await expectToast('The export failed');
  });
});

describe('a transfer', () => {
  it('shows both sides and the cause', async () => {
    server.reply(getBookTransfer, { success: true, transfer: { ...transfer, reversedBy: bookIds.other } });
    await openConsole(at, 'auditor');
    await expect.element(page.getByTestId('side').first()).toMatchTextContent(/@ada.* · available/);
    await expect.element(page.getByTestId('side').nth(1)).toMatchTextContent(/House · fees/);
    await expect.element(page.getByTestId('cause')).toMatchTextContent(/History of a person.*TRANSFER.*@ada/);
    await expect
      .element(page.getByRole('link', { name: bookIds.other }))
      .toHaveAttribute('href', `/console/books/transfers/${bookIds.other}`);
    expect(button('Propose reversal').query(), 'an auditor only reads').toBeNull();
  });

  it('is proposed to be reversed with a reason', async () => {
    server.reply(getBookTransfer, { success: true, transfer });
    server.reply(proposeReversal, { success: true, proposal: openProposal });
    await openConsole(at, 'treasurer');
    await button('Propose reversal').click();
    await field('Reason').fill('Sent twice');
    await page.getByRole('dialog').getByRole('button', { name: 'Propose reversal' }).click();
    await expectToast('This waits for a second person.');
    expect(server.calls(proposeReversal)[0]?.body).toEqual({ reason: 'Sent twice' });
  });

  it('that somebody else reversed meanwhile says so and shows what is so now', async () => {
    server.reply(getBookTransfer, { success: true, transfer });
    await openConsole(at, 'treasurer');
    await button('Propose reversal').click();
    await field('Reason').fill('Sent twice');
    server.refuse(proposeReversal, 'TransferNotReversible', { message: 'It is reversed already.' });
    server.reply(getBookTransfer, {
      success: true,
      transfer: { ...transfer, canReverse: false, reversedBy: bookIds.other },
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Propose reversal' }).click();
    await expectProblem('It is reversed already.');
    await expect.element(page.getByText(bookIds.other)).toBeInTheDocument();
  });

  it('that could not be loaded says so', async () => {
    server.refuse(getBookTransfer, 'NotFound', { message: 'There is none.' });
    await openConsole(at, 'auditor');
    await expect.element(page.getByText('The books could not be loaded')).toBeVisible();
  });
});
