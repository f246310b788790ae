import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  type BooksCheck,
  exportTrialBalance,
  findBookAccounts,
  getBooksCheck,
  getTrialBalance,
  nightlyCheck,
  proposePosting,
  startBooksCheck,
} from '@mercury/contract/console/books.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import { bookAccount, bookIds, openProposal } from '../../test/books.ts';

const balance: ReplyOf<typeof getTrialBalance> = {
  success: true,
  at: '2026-11-01T09:00:00.000Z',
  readAt: '2026-11-01T08:40:00.000Z',
  assets: [
    {
      currency: 'BTC',
      lines: [
        { kind: 'customers_free', amount: '0.4', accountId: null },
        { kind: 'rail_clearing', amount: '-0.5', accountId: '7' },
      ],
      sum: '-0.1',
      heldWithoutHolds: '0',
      isRight: false,
      liabilities: '0.4',
      railHolds: null,
    },
  ],
};
const check: BooksCheck = {
  id: bookIds.transfer,
  askedBy: 'sara@staff.example',
  startedAt: '2026-11-01T09:00:00.000Z',
  rulesDone: 3,
  rulesTotal: 20,
  endedAt: null,
  outcome: null,
  counts: null,
  findings: [],
};

const table = () => page.getByTestId('balance-BTC');
const dialog = () => page.getByRole('dialog', { name: 'Propose a correction' });

beforeEach(() => {
  server.reply(getTrialBalance, balance);
  server.reply(getBooksCheck, { success: true, check: null });
});

describe('the trial balance', () => {
  it('says which sums are wrong, what the rail does not tell, and leads to the house’s accounts', async () => {
    await openConsole('/console/books', 'auditor');
    await expect.element(table()).toMatchTextContent(/Sums are not zero/);
    await expect
      .element(table().getByRole('row', { name: 'Held by the rail, as it says not told' }))
      .toBeVisible();
    await expect
      .element(table().getByRole('link', { name: 'House: payment rail' }))
      .toHaveAttribute('href', '/console/books/accounts/7');
    expect(button('Propose a correction').query(), 'an auditor only reads').toBeNull();
  });

  it('says that it could not be loaded, and that there is nothing yet', async () => {
    server.refuse(getTrialBalance, 'ServerError', { message: 'Out of order.' });
    await openConsole('/console/books', 'auditor');
    await expect.element(page.getByText('The books could not be loaded')).toBeVisible();
    server.reply(getTrialBalance, { ...balance, assets: [] });
    await button('Try again').click();
    await expect.element(page.getByText('No accounts yet')).toBeVisible();
  });

  it('is saved as CSV', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      if (content instanceof Blob) saved.push(content);
      return 'blob:nothing';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.reply(exportTrialBalance, 'currency,line\r\n');
    await openConsole('/console/books', 'auditor');
    await button('CSV').click();
    await expect.poll(() => saved.length).toBe(1);
  });
});

describe('looking up', () => {
  it('a person keeps the name in the address and lists their accounts', async () => {
    server.reply(findBookAccounts, { success: true, accounts: [bookAccount] });
    await openConsole('/console/books', 'treasurer');
    await field('Person').fill('ada');
    await button('Show accounts').click();
    await expect.poll(currentPath).toBe('/console/books?person=ada');
    const link = page.getByTestId('account').getByRole('link');
    await expect.element(link).toHaveAttribute('href', '/console/books/accounts/12');
    expect(server.calls(findBookAccounts)[0]?.query).toEqual({ person: 'ada' });
  });

  it('somebody who is not there says so', async () => {
    server.refuse(findBookAccounts, 'NotFound');
    await openConsole('/console/books?person=nobody', 'treasurer');
    await expect.element(page.getByText('No accounts found')).toBeVisible();
  });

  it('a transfer needs a whole id', async () => {
    await openConsole('/console/books', 'treasurer');
    await field('Transfer id').fill('12');
    await button('Show transfer').click();
    await expect.element(field('Transfer id')).toHaveAttribute('aria-invalid', 'true');
    expect(currentPath()).toBe('/console/books');
  });
});

describe('the proof of the books', () => {
  it('of the night says that nobody asked for it', async () => {
    server.reply(getBooksCheck, {
      success: true,
      check: { ...check, askedBy: nightlyCheck, endedAt: check.startedAt, outcome: 'right' },
    });
    await openConsole('/console/books', 'auditor');
    await expect.element(page.getByText(/^checked every night by itself · /)).toBeVisible();
  });

  it('shows its progress until it ends, and what it found', async () => {
    server.reply(startBooksCheck, { success: true, check });
    await openConsole('/console/books', 'auditor');
    await expect
      .element(page.getByText('Nobody has checked the books from here yet', { exact: false }))
      .toBeVisible();
    server.reply(getBooksCheck, {
      success: true,
      check: {
        ...check,
        endedAt: '2026-11-01T09:00:09.000Z',
        outcome: 'wrong',
        rulesDone: 20,
        findings: [{ rule: 'a rule', subject: 'x', detail: 'sum 1' }],
      },
    });
    await button('Check now').click();
    await expect.element(page.getByText('3 of 20 rules checked')).toBeVisible();
    await expectProblem('The books are wrong');
    await expect.element(page.getByTestId('finding')).toMatchTextContent(/a rule.*x \(sum 1\)/);
  });

  it('that somebody else began is refused and then shown', async () => {
    await openConsole('/console/books', 'auditor');
    await expect.element(button('Check now')).toBeEnabled();
    server.refuse(startBooksCheck, 'CheckRunning', { message: 'It runs already.' });
    server.reply(getBooksCheck, { success: true, check });
    await button('Check now').click();
    await expectToast('The check was not started');
    await expect.element(page.getByText('3 of 20 rules checked')).toBeVisible();
  });
});

describe('a correction', () => {
  async function fill(): Promise<void> {
    await openConsole('/console/books', 'treasurer');
    await expect.element(table()).toBeVisible();
    await button('Propose a correction').click();
    await dialog().getByRole('textbox', { name: 'Person' }).fill('ada');
    await dialog().getByRole('textbox', { name: 'Amount' }).fill('0.1');
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('A slip of ours');
  }
  const propose = () => dialog().getByRole('button', { name: 'Propose', exact: true });

  it('is proposed with its template, and says that a second person decides', async () => {
    server.reply(proposePosting, { success: true, proposal: openProposal });
    await fill();
    await propose().click();
    await expectToast('This waits for a second person.');
    expect(server.calls(proposePosting).map(({ body }) => body)).toEqual([
      { template: 'credit_person', person: 'ada', currency: 'BTC', amount: '0.1', reason: 'A slip of ours' },
    ]);
  });

  it('of the house alone asks for nobody', async () => {
    server.reply(proposePosting, { success: true, proposal: openProposal });
    await fill();
    await userEvent.selectOptions(dialog().getByLabelText('What to do'), 'rail_gain');
    await expect.element(dialog().getByRole('textbox', { name: 'Person' })).not.toBeInTheDocument();
    await propose().click();
    await expect
      .poll(() => server.calls(proposePosting)[0]?.body)
      .toEqual({
        template: 'rail_gain',
        currency: 'BTC',
        amount: '0.1',
        reason: 'A slip of ours',
      });
  });

  it('refused says why and keeps what was typed', async () => {
    server.refuse(proposePosting, 'InsufficientBalance', { message: 'There is too little.' });
    await fill();
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('');
    await propose().click();
    await expectFieldError(dialog().getByRole('textbox', { name: 'Reason' }), 'This field is required');
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('A slip');
    await propose().click();
    await expectProblem('There is too little.');
    await expect.element(dialog().getByRole('textbox', { name: 'Person' })).toHaveValue('ada');
  });
});
