import { listContacts } from '@mercury/contract/api/contacts.ts';
import { listTransactions } from '@mercury/contract/api/transactions.ts';
import { getBalance, transfer, type Wallet } from '@mercury/contract/api/wallets.ts';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../api/client.ts';
import { queryClient, topicKey } from '../../api/query-client.ts';
import { recentRecipientsQuery } from '../../domain/transactions.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { holdClock, nextFrames } from '../../test/clock.ts';
import {
  button,
  checkbox,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { addressOf, omid, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { type TransferBeginning, TransferDialog } from './transfer-dialog.tsx';

const recipient = omid.walletAddress;
const amount = () => field('Amount');
const address = () => field('Recipient');
const review = () => button('Review transfer');
const confirm = () => button('Confirm transfer');
const done = {
  success: true,
  transaction: transactionOf(),
  wallet: walletOf({ balance: '8.50000000' }),
} as const;

interface Options {
  hasTwoFactor?: boolean;
  wallets?: readonly Wallet[];
  beginning?: TransferBeginning;
  contacts?: readonly { name: string; walletAddress: string }[];
}

/** What a dashboard shows of it all. */
function Balance() {
  const { data } = useQuery(walletsQuery);
  useQuery(recentRecipientsQuery);
  useQuery({
    queryKey: topicKey('contacts'),
    queryFn: ({ signal }) => call(listContacts, { query: {}, signal }),
  });
  return <output aria-label="Balance">{data?.wallet.balance}</output>;
}

async function renderDialog(options: Options = {}) {
  const { hasTwoFactor = false, wallets = [walletOf()], contacts = [], beginning = {} } = options;
  serveAccount({ wallets });
  const heard = { onClose: listener(), onTransferred: listener() };
  const dialog = (
    <>
      <Balance />
      <TransferDialog
        isOpen
        wallets={wallets}
        own={{ address: sara.walletAddress, username: sara.username }}
        beginning={beginning}
        nameOf={(known) => contacts.find(({ walletAddress }) => walletAddress === known)?.name}
        contacts={contacts}
        hasTwoFactor={hasTwoFactor}
        renderContactPicker={() => null}
        {...heard}
      />
    </>
  );
  const rendered = await renderApp(dialog, { as: sara });
  return { ...heard, ...rendered };
}

async function fillIn(text = '1.5') {
  await amount().fill(text);
  await address().fill(recipient);
}

async function goToReview() {
  await fillIn();
  await review().click();
  await expect.element(confirm()).toBeVisible();
}

async function confirmAndWait() {
  await confirm().click();
  await nextFrames();
}

describe('the form', () => {
  it('is closed to nothing and to no address', async () => {
    await renderDialog();
    await expect.element(review()).toBeDisabled();
    await amount().fill('0');
    await address().fill(recipient);
    await expect.element(review()).toBeDisabled();
    await amount().fill('0.00000001');
    await expect.element(review()).toBeEnabled();
  });

  it('says that the balance is too low at the amount, which takes the focus', async () => {
    await renderDialog();
    await fillIn('10.00000001');
    await review().click();
    await expectFieldError(amount(), 'Your balance is too low for this amount.');
    await expect.element(amount()).toHaveFocus();
    await amount().fill('10');
    await expectFieldRight(amount());
  });

  it('fills in all there is, to the last unit', async () => {
    await renderDialog();
    await fillIn('11');
    await review().click();
    await expectFieldError(amount(), 'Your balance is too low for this amount.');
    await button('Max').click();
    await expect.element(amount()).toHaveValue('10');
    await expectFieldRight(amount());
  });

  it.each([
    [`${recipient.slice(0, -1)}x`, 'This isn’t a @username, an email, or a complete address.'],
    ['omid', 'This isn’t a @username, an email, or a complete address.'],
    [sara.walletAddress, 'This is your own account.'],
    ['@SARA', 'This is your own account.'],
  ])('refuses the recipient %s', async (typed, reason) => {
    await renderDialog();
    await amount().fill('1');
    await address().fill(typed);
    await review().click();
    await expectFieldError(address(), reason);
    await expect.element(address()).toHaveFocus();
  });

  it('asks for a name only where a contact is to be saved', async () => {
    await renderDialog();
    await fillIn();
    await checkbox('Save to contacts').click();
    await review().click();
    await expectFieldError(field('Contact name'), 'Enter a name for the contact');
    await checkbox('Save to contacts').click();
    expect(field('Contact name').query()).toBeNull();
    await checkbox('Save to contacts').click();
    await field('Contact name').fill('Omid');
    await review().click();
    await expect.element(confirm()).toBeVisible();
  });

  it('names whose address it is, and saves none that is known', async () => {
    await renderDialog({ contacts: [{ name: 'Omid', walletAddress: recipient }] });
    await fillIn();
    await expect.element(address()).toHaveAccessibleDescription(expect.stringContaining('Omid'));
    expect(checkbox('Save to contacts').query()).toBeNull();
  });
});

describe('the review', () => {
  it('says how much leaves, arrives and stays, and to which whole address', async () => {
    await renderDialog();
    await goToReview();
    const text = page.getByRole('dialog', { name: 'Check and confirm' });
    for (const part of ['1.50\u00a0MRCY', '0.00\u00a0MRCY', '8.50\u00a0MRCY', recipient]) {
      expect(text.element().textContent).toContain(part);
    }
  });

  it('leads back to the form as it was filled in', async () => {
    await renderDialog();
    await goToReview();
    await button('Back').click();
    await expect.element(amount()).toHaveValue('1.5');
    await expect.element(address()).toHaveValue(recipient);
    await review().click();
    await expect.element(confirm()).toBeVisible();
    expect(page.getByText('We didn’t get a response', { exact: false }).query()).toBeNull();
  });

  it('warns of a look-alike, which has to be compared before anything is sent', async () => {
    const lookAlike = `${recipient.slice(0, 12)}${'q'.repeat(recipient.length - 18)}${recipient.slice(-6)}`;
    const warning = page.getByRole('alert');
    await renderDialog({ contacts: [{ name: 'Omid', walletAddress: lookAlike }] });
    await address().fill(lookAlike);
    await expect.element(address()).toHaveAccessibleDescription(expect.stringContaining('Omid'));
    expect(warning.query()).toBeNull();
    await fillIn();
    await expect.element(warning).toMatchTextContent(/like one you know, but it’s different.*Omid/);
    expect(warning.element().querySelector('mark')?.textContent).toBeTruthy();
    await goToReview();
    await expect.element(warning).toBeVisible();
    await expect.element(confirm()).toBeDisabled();
    await checkbox('I’ve compared both addresses and want to use the one I entered').click();
    await expect.element(confirm()).toBeEnabled();
  });

  it('asks for the code where two-factor is on', async () => {
    await renderDialog({ hasTwoFactor: true });
    holdClock();
    await goToReview();
    await expect.element(confirm()).toBeDisabled();
    await field('Authenticator code').fill('123456');
    server.reply(transfer, done);
    await confirmAndWait();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    expect(server.calls(transfer)[0]?.body).toMatchObject({ twoFactorCode: '123456' });
  });
});

describe('a transfer', () => {
  it('is sent once however fast it is confirmed, and can’t be closed meanwhile', async () => {
    const { onClose, onTransferred } = await renderDialog();
    await goToReview();
    const answer = server.hold(transfer, done);
    pressTwice(confirm());
    await expect.element(confirm()).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Escape}');
    await expectToast('Please wait until the transfer is complete');
    expect(page.getByText('The money has arrived.').query()).toBeNull();
    answer.release();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    await expect.element(page.getByText(/^Arrived in \d+\.\d s$/)).toBeVisible();
    expect(server.calls(transfer).map(({ body }) => body)).toEqual([
      { recipientAddress: recipient, amount: '1.50000000', currency: 'MRCY' },
    ]);
    expect(onTransferred).toHaveBeenCalledWith(done.wallet);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('that is done has the balance, the transactions and the contacts asked for anew', async () => {
    await renderDialog();
    const asked = () => [getBalance, listTransactions, listContacts].map(server.callCount);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const before = asked();
    await goToReview();
    holdClock();
    server.reply(transfer, done);
    await confirmAndWait();
    await expect.poll(asked).toEqual(before.map((count) => count + 1));
  });

  it('made the same way twice moves money twice: each has a key of its own', async () => {
    server.reply(transfer, done);
    for (let time = 0; time < 2; time += 1) {
      const { unmount } = await renderDialog();
      await goToReview();
      holdClock();
      await confirmAndWait();
      await expect.element(page.getByText('The money has arrived.')).toBeVisible();
      vi.useRealTimers();
      await unmount();
    }
    const [first, second] = server.calls(transfer);
    expect(first?.body).toEqual(second?.body);
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey);
  });

  it('whose answer was lost says so, and is tried again under the same key', async () => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.loseAnswer(transfer);
    await confirmAndWait();
    await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
    server.reply(transfer, done);
    await confirmAndWait();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    const [first, second] = server.calls(transfer);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it('whose answer was lost is the same with another code', async () => {
    await renderDialog({ hasTwoFactor: true });
    await goToReview();
    holdClock();
    server.loseAnswer(transfer);
    await field('Authenticator code').fill('123456');
    await confirmAndWait();
    await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
    server.reply(transfer, done);
    await field('Authenticator code').fill('654321');
    await confirmAndWait();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    const calls = server.calls(transfer);
    expect(calls.map(({ body }) => body)).toMatchObject([
      { twoFactorCode: '123456' },
      { twoFactorCode: '654321' },
    ]);
    expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
  });

  it('of another amount after a lost answer has another key', async () => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.loseAnswer(transfer);
    await confirmAndWait();
    await button('Back').click();
    await amount().fill('1.6');
    await review().click();
    server.reply(transfer, done);
    await confirmAndWait();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    const [first, second] = server.calls(transfer);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });
});

describe('a transfer that is refused', () => {
  it.each([
    ['RecipientNotFound', 'Nobody has this address.'],
    ['InsufficientBalance', 'There is too little.'],
    ['RateLimitExceeded', 'Wait a minute.'],
    ['TransferPaused', 'Not before tomorrow.'],
    ['Busy', 'Not now.'],
  ] as const)('with %s says so in the server’s words, and keeps what was typed', async (code, message) => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.refuse(transfer, code, { message });
    await confirmAndWait();
    await expect.element(page.getByText(message)).toBeVisible();
    await button('Back').click();
    await expect.element(amount()).toHaveValue('1.5');
    await expect.element(address()).toHaveValue(recipient);
  });

  it('for its code says so at the code, and asks for it where it was not known to be needed', async () => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.refuse(transfer, 'TwoFactorCodeRequired', { message: 'A code is needed.' });
    await confirmAndWait();
    await expectFieldError(field('Authenticator code'), 'A code is needed.');
    await expect.element(confirm()).toBeDisabled();
  });

  it('for a wrong code says so at the code; another code is the same intent', async () => {
    await renderDialog({ hasTwoFactor: true });
    holdClock();
    await goToReview();
    server.refuse(transfer, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Authenticator code').fill('123456');
    await confirmAndWait();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    await expect.element(page.getByText(recipient)).toBeVisible();
    server.reply(transfer, done);
    await field('Authenticator code').fill('654321');
    await expectFieldRight(field('Authenticator code'));
    await confirmAndWait();
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    const [first, second] = server.calls(transfer);
    expect(second?.body).toMatchObject({ twoFactorCode: '654321' });
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });
});

it.each([addressOf(7).toUpperCase(), `  ${addressOf(7)} `])(
  'takes the address %j for what it is',
  async (typed) => {
    await renderDialog();
    await amount().fill('1');
    await address().fill(typed);
    await review().click();
    await expect.element(confirm()).toBeVisible();
  },
);
