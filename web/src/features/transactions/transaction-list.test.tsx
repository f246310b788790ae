import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listTransactions, type Transaction } from '@mercury/contract/api/transactions.ts';
import { locales } from '@mercury/contract/locales.ts';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { keepLastKnown, readLastKnown } from '../../api/last-known.ts';
import { connection } from '../../connection.ts';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { currentPath, renderApp, signIn } from '../../test/render-app.tsx';
import { balanceOf, idOf, sara, transactionOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { TransactionList } from './transaction-list.tsx';

/** StrictMode mounts twice, and what was asked first is given up. */
const callsOfMount = 2;
const rows = () => page.getByRole('listitem');
const amountOfRow = (place: number) => `${place}.00000000`;

function serveTransactions(total: number): void {
  const all: Transaction[] = Array.from({ length: total }, (_, index) =>
    transactionOf({ id: idOf(600 + index), amount: amountOfRow(index + 1) }),
  );
  server.replyBy(listTransactions, ({ query }): ReplyOf<typeof listTransactions> => {
    const [number, size] = [Number(query['page'] ?? 1), Number(query['limit'])];
    const transactions = query['type'] === undefined ? all.slice((number - 1) * size, number * size) : [];
    return { success: true, transactions, total, nextCursor: null };
  });
}

function renderList(onTopUp = listener()) {
  return renderApp(<TransactionList nameOf={() => undefined} onTopUp={onTopUp} />, { as: sara });
}

describe('the list of transactions', () => {
  it('says that it is on its way', async () => {
    serveAccount();
    const held = server.hold(listTransactions, {
      success: true,
      transactions: [transactionOf()],
      total: 1,
      nextCursor: null,
    });
    await renderList();
    await expect.element(page.getByText('Loading transactions')).toBeInTheDocument();
    held.release();
    await expect.element(rows()).toBeVisible();
    expect(page.getByText('Loading transactions').query()).toBeNull();
  });

  it('that is empty says where it begins', async () => {
    serveAccount();
    const onTopUp = listener();
    await renderList(onTopUp);
    await expect.element(page.getByText('No transactions yet')).toBeVisible();
    await button('Top up').click();
    expect(onTopUp).toHaveBeenCalledTimes(1);
  });

  it('that can’t be loaded says so in the server’s words, after asking as often as it is worth', async () => {
    serveAccount();
    server.refuse(listTransactions, 'Busy', { message: 'Not now.' });
    await renderList();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.');
    expect(server.callCount(listTransactions)).toBe(callsOfMount + 2);
    serveTransactions(1);
    await button('Try again').click();
    await expect.element(rows()).toBeVisible();
  });

  it('that is refused for good is not asked for again by itself', async () => {
    serveAccount();
    server.refuse(listTransactions, 'EmailNotVerified', { message: 'Verify your email first.' });
    await renderList();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Verify your email first.');
    expect(server.callCount(listTransactions)).toBe(callsOfMount);
  });

  it('goes through its pages, and not beyond', async () => {
    serveAccount();
    serveTransactions(7);
    await renderList();
    const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
    await expect.element(range).toHaveTextContent('1–5 of 7');
    await expect.element(button('Newer transactions')).toBeDisabled();
    await button('Older transactions').click();
    await expect.element(range).toHaveTextContent('6–7 of 7');
    await expect.poll(() => rows().elements().length).toBe(2);
    await expect.element(button('Older transactions')).toBeDisabled();
  });

  it('of one page has none to go through', async () => {
    serveAccount();
    serveTransactions(5);
    await renderList();
    await expect.poll(() => rows().elements().length).toBe(5);
    expect(page.getByRole('navigation', { name: 'Pages' }).query()).toBeNull();
  });

  it('keeps its first page alone for times without a connection, and says then from when it is', async () => {
    signIn(sara);
    keepLastKnown({ user: sara, balance: balanceOf(), atMs: 1000 });
    serveAccount();
    serveTransactions(7);
    await renderList();
    await expect.poll(() => rows().elements().length).toBe(5);
    await button('Older transactions').click();
    await expect.poll(() => rows().elements().length).toBe(2);
    expect(readLastKnown()?.lists).toMatchObject([{ data: { transactions: { length: 5 }, total: 7 } }]);
    expect(page.getByTestId('answer-age').query()).toBeNull();
    server.setAway(true);
    connection.reportSilence();
    await expect.element(page.getByTestId('answer-age')).toMatchTextContent(/^As of /);
  });

  it('names the one that is opened in the address, above the list', async () => {
    serveAccount();
    serveTransactions(1);
    await renderList();
    await rows().getByRole('button').first().click();
    await expect.poll(currentPath).toBe(`/?transaction=${idOf(600)}`);
    await expect.element(rows()).toBeVisible();
  });
});

it.each(locales)('what waits for a claim is not called received in %s', async (locale) => {
  await i18next.changeLanguage(locale);
  expect(i18next.t('transaction.claim.button')).not.toBe(i18next.t('transaction.received'));
});
