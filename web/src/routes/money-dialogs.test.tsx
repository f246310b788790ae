import { type Contact, createContact, listContacts } from '@mercury/contract/api/contacts.ts';
import { getTransaction, listTransactions, type Transaction } from '@mercury/contract/api/transactions.ts';
import { transfer } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, passTime } from '../test/clock.ts';
import { button, expectFieldError, expectFieldRight, field } from '../test/fields.ts';
import { showPassword, wantProof } from '../test/proofs.ts';
import { listener } from '../test/listener.ts';
import { currentPath, currentState, renderApp, signIn } from '../test/render-app.tsx';
import { addressOf, configOf, idOf, omid, sara, transactionOf, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { TransactionList } from '../features/transactions/transaction-list.tsx';
import { ProofDialogHost } from '../identity/proof/proof-dialog-host.tsx';
import { useSession } from '../api/use-session.ts';
import { useDialogAddress } from '../domain/dialog-address.ts';
import { MoneyDialogs } from './money-dialogs.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import '../features/deposits/deposit-dialog.tsx';
import '../features/transactions/transaction-dialog.tsx';
import '../features/transfers/transfer-dialog.tsx';
import '../features/withdrawals/withdrawal-code-dialog.tsx';
import '../features/contacts/contact-dialogs.tsx';

function Dashboard() {
  const { open } = useDialogAddress();
  return (
    <>
      <button type="button" onClick={() => open({ kind: 'transfer' })}>
        Transfer
      </button>
      <button type="button" onClick={() => open({ kind: 'transfer', to: omid.walletAddress })}>
        Send to Omid
      </button>
      <button type="button" onClick={() => open({ kind: 'transfer', currency: 'BTC' })}>
        Send bitcoin
      </button>
      <MoneyDialogs />
    </>
  );
}

async function renderDashboard(
  contacts: readonly Contact[] = [],
  account: Parameters<typeof serveAccount>[0] = {},
) {
  serveAccount({ wallets: [walletOf()], contacts, ...account });
  await renderApp(
    <>
      <Dashboard />
      <ProofDialogHost user={sara} />
    </>,
    { as: sara },
  );
}

async function closeDialog() {
  await button('Close').first().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

it('opens with what it was opened for, and closes', async () => {
  await renderDashboard();
  await button('Send to Omid').click();
  await expect.element(field('Recipient')).toHaveValue(omid.walletAddress);
  await closeDialog();
});

it('sends from the wallet that it was opened for, and knows the account’s own address all the same', async () => {
  await renderDashboard([], { wallets: [walletOf(), walletOf({ currency: 'BTC', balance: '0.25000000' })] });
  await button('Send bitcoin').click();
  await expect.element(page.getByRole('combobox', { name: 'What to send' })).toMatchTextContent(/Bitcoin/);
  await expect.element(page.getByText(/Available:.*0\.25.BTC/)).toBeVisible();
  await field('Amount').fill('0.1');
  await field('Recipient').fill(sara.walletAddress);
  await button('Review transfer').click();
  await expectFieldError(field('Recipient'), 'This is your own account.');
});

it('sends to the contact that is chosen, in place of what was typed', async () => {
  await renderDashboard([{ id: idOf(7), name: 'Mina', walletAddress: addressOf(7), isFavorite: false }]);
  await button('Transfer').click();
  await field('Recipient').fill(omid.walletAddress);
  await page.getByRole('dialog').getByTitle('Send to Mina').click();
  await expect.element(field('Recipient')).toHaveValue(addressOf(7));
});

it('reaches a contact by the email that was noted for them', async () => {
  const mina = { id: idOf(7), name: 'Mina', walletAddress: addressOf(7), isFavorite: false };
  await renderDashboard([{ ...mina, email: 'mina@example.com' }]);
  await button('Transfer').click();
  await field('Recipient').fill('mina@example.com');
  await expect.element(field('Recipient')).toHaveAccessibleDescription(/^Mina/);
});

describe('where money goes to saved contacts alone', () => {
  const saved: Contact = { id: idOf(7), name: 'Omid', walletAddress: omid.walletAddress, isFavorite: false };
  const review = () => button('Review transfer');
  const notice = () => page.getByText('Your account can send only to saved contacts.', { exact: false });
  const wait = () =>
    page.getByText('You can send to a new contact one day after saving it.', { exact: false });

  it('says so before the review, and leads to saving, with a proof; then the transfer goes on', async () => {
    await renderDashboard([], { isAllowListOn: true });
    await button('Send to Omid').click();
    await field('Amount').fill('1.5');
    await expect.element(notice()).toBeVisible();
    expect(wait().query()).toBeNull();
    expect(page.getByRole('checkbox', { name: 'Save to contacts' }).query()).toBeNull();
    await expect.element(review()).toBeDisabled();
    await button('Save as a contact first').click();
    await expect.element(field('@username or address')).toHaveValue(omid.walletAddress);
    await field('Name').fill('Omid');
    wantProof(createContact, { success: true, contact: saved });
    server.reply(listContacts, { success: true, contacts: [saved] });
    await button('Save contact').click();
    await showPassword();
    await expect.element(review()).toBeEnabled();
    await expect.element(field('Recipient')).toHaveFocus();
    await expect.element(field('Amount')).toHaveValue('1.5');
    expect(notice().query()).toBeNull();
  });

  it('says that it takes a day where money is real, and has nothing to save of what is no address', async () => {
    const rail = { ...configOf().rail, isSandbox: false };
    await renderDashboard([], { isAllowListOn: true, config: { rail } });
    await button('Transfer').click();
    await field('Recipient').fill('mrcy1nothing');
    await expect.element(wait()).toBeVisible();
    expect(button('Save as a contact first').query()).toBeNull();
    await field('Recipient').fill(omid.walletAddress);
    await expect.element(button('Save as a contact first')).toBeVisible();
  });

  it.each([
    ['mrcy1nothing', 'This isn’t a @username, an email, or a complete address.'],
    [walletOf().address, 'This is your own account.'],
  ])('says at once what is wrong with %s, which closes the review', async (typed = '', reason) => {
    await renderDashboard([], { isAllowListOn: true });
    await button('Transfer').click();
    await expect.element(notice()).toBeVisible();
    await field('Recipient').click();
    await field('Amount').fill('1.5');
    await expectFieldRight(field('Recipient'));
    await field('Recipient').fill(typed);
    await field('Note (optional)').click();
    await expectFieldError(field('Recipient'), reason);
    await expect.element(review()).toBeDisabled();
    await field('Recipient').fill(addressOf(7));
    await expectFieldRight(field('Recipient'));
  });

  it('keeps nothing from whoever pays a contact', async () => {
    await renderDashboard([saved], { isAllowListOn: true });
    await button('Send to Omid').click();
    await field('Amount').fill('1.5');
    await expect.element(review()).toBeEnabled();
    expect(notice().query()).toBeNull();
  });
});

it('begins anew at each opening: what was typed is not there any more', async () => {
  await renderDashboard();
  await button('Transfer').click();
  await field('Amount').fill('3');
  await field('Recipient').fill(omid.walletAddress);
  await closeDialog();
  await button('Transfer').click();
  await expect.element(field('Amount')).toHaveValue('');
  await expect.element(field('Recipient')).toHaveValue('');
});

it('begins anew after a transfer: the receipt of the last one is not there any more', async () => {
  await renderDashboard();
  server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf() });
  await button('Send to Omid').click();
  await field('Amount').fill('1.5');
  await button('Review transfer').click();
  await expect.element(button('Confirm transfer')).toBeVisible();
  await button('Confirm transfer').click();
  await expect.element(page.getByText('The money has arrived.')).toBeVisible();
  await closeDialog();
  await button('Transfer').click();
  await expect.element(field('Amount')).toHaveValue('');
  expect(page.getByText('The money has arrived.').query()).toBeNull();
});

const waiting = transactionOf({ id: idOf(40), type: 'WITHDRAW', state: 'awaiting_confirmation' });

function serveTransaction(transaction: Transaction): void {
  server.reply(getTransaction, { success: true, transaction, message: '', entries: [], payments: [] });
}

describe('a withdrawal that waits for its code, by its address', () => {
  const at = `/dashboard?dialog=withdrawal-code&dialog-transaction=${waiting.id}`;
  const show = (user = sara) => renderApp(<MoneyDialogs />, { as: user, at });

  it('says that it loads, then asks for the code', async () => {
    serveAccount();
    const held = server.hold(getTransaction, {
      success: true,
      transaction: waiting,
      message: '',
      entries: [],
      payments: [],
    });
    await show();
    await expect.element(page.getByText('Loading the withdrawal')).toBeInTheDocument();
    held.release();
    await expect
      .element(page.getByText('We’ve emailed you a 6-character code.', { exact: false }))
      .toBeVisible();
  });

  it('asks for the app’s code where the person has two-factor', async () => {
    serveAccount();
    serveTransaction(waiting);
    await show({ ...sara, twoFactorEnabled: true });
    await expect.element(page.getByText('your authenticator app shows now', { exact: false })).toBeVisible();
  });

  it('that is not the person’s says so, and closes', async () => {
    serveAccount();
    server.refuse(getTransaction, 'NotFound', { message: 'There is no such transaction.' });
    await show();
    await expect.element(page.getByText('Withdrawal not found')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(currentPath).toBe('/dashboard');
  });

  it('is none where the transaction is another thing', async () => {
    serveAccount();
    serveTransaction(transactionOf({ id: waiting.id, type: 'TRANSFER' }));
    await show();
    await expect.element(page.getByText('Withdrawal not found')).toBeVisible();
  });

  it('that can’t be loaded says so, and can be asked for again', async () => {
    serveAccount();
    server.refuse(getTransaction, 'RateLimitExceeded', { message: 'Too often.' });
    await show();
    await expect.element(page.getByText('Failed to load the withdrawal')).toBeVisible();
    serveTransaction(waiting);
    await button('Try again').click();
    await expect
      .element(page.getByText('We’ve emailed you a 6-character code.', { exact: false }))
      .toBeVisible();
  });
});

describe('the details of a transaction', () => {
  const listed = transactionOf({ id: idOf(41), note: 'for lunch' });

  it('open from a row at once, and give the focus back to it', async () => {
    serveAccount();
    server.reply(listTransactions, { success: true, transactions: [listed], total: 1, nextCursor: null });
    const held = server.hold(getTransaction, {
      success: true,
      transaction: listed,
      message: '',
      entries: [],
      payments: [],
    });
    await renderApp(
      <>
        <TransactionList nameOf={() => undefined} onTopUp={listener()} />
        <MoneyDialogs />
      </>,
      { as: sara, at: '/dashboard' },
    );
    const row = page.getByRole('listitem').getByRole('button').first();
    await row.click();
    await expect.element(page.getByRole('dialog').getByText('for lunch')).toBeVisible();
    await expect.poll(currentPath).toBe(`/dashboard?transaction=${listed.id}`);
    held.release();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(row).toHaveFocus();
    await expect.poll(currentPath).toBe('/dashboard');
  });

  it('give their place to the code that a withdrawal waits for', async () => {
    serveAccount();
    serveTransaction(waiting);
    await renderApp(<MoneyDialogs />, { as: sara, at: `/dashboard?transaction=${waiting.id}` });
    await button('Enter the code').click();
    await expect.element(page.getByRole('dialog', { name: 'Confirm with a code' })).toBeVisible();
    await expect.poll(currentPath).toBe(`/dashboard?dialog=withdrawal-code&dialog-transaction=${waiting.id}`);
  });

  it('of another person’s transaction are none: the address is the page’s again', async () => {
    serveAccount();
    server.refuse(getTransaction, 'NotFound', { message: 'There is no such transaction.' });
    await renderApp(<MoneyDialogs />, { as: sara, at: `/dashboard?status=PENDING&transaction=${idOf(42)}` });
    await expect.poll(currentPath).toBe('/dashboard?status=PENDING');
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});

it('keeps what was typed into a transfer through a reload, until it was sent', async () => {
  await renderDashboard();
  await button('Send to Omid').click();
  await field('Amount').fill('1.5');
  await field('Note (optional)').fill('for lunch');
  const { drafts } = JSON.parse(sessionStorage.getItem('drafts') ?? '{}') as { drafts: unknown[] };
  expect(JSON.stringify(drafts)).toContain('for lunch');
  server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf() });
  await button('Review transfer').click();
  holdClock();
  await button('Confirm transfer').click();
  await passTime(1500);
  await expect.element(page.getByText('The money has arrived.')).toBeVisible();
  expect(sessionStorage.getItem('drafts')).toBeNull();
  await expect.poll(currentState).toEqual({ isDialog: true, isFinished: true });
});

/** As the guards do: everything is mounted anew for another person. */
function DialogsOfPerson() {
  const { user } = useSession();
  return <MoneyDialogs key={user?.id} />;
}

it('shows the next person no dialog that the former one had opened', async () => {
  serveAccount({ wallets: [walletOf()] });
  await renderApp(<DialogsOfPerson />, {
    as: sara,
    at: `/dashboard?dialog=transfer&dialog-to=${addressOf(7)}`,
  });
  await expect.element(field('Recipient')).toHaveValue(addressOf(7));
  signIn(omid);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(currentPath).toBe('/dashboard');
});
