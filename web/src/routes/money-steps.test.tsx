import { getTransaction } from '@mercury/contract/api/transactions.ts';
import { transfer } from '@mercury/contract/api/wallets.ts';
import { cancelWithdrawal, withdraw } from '@mercury/contract/api/withdrawals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../api/use-session.ts';
import { useDialogAddress } from '../domain/dialog-address.ts';
import { enter, expectPath, nextStep, onBrowserHistory, shownEntry } from '../test/browser-history.ts';
import { button, field } from '../test/fields.ts';
import { renderApp, signIn } from '../test/render-app.tsx';
import { omid, sara, transactionOf, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { queryClient } from '../api/query-client.ts';
import { MoneyDialogs } from './money-dialogs.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import '../features/transfers/transfer-dialog.tsx';
import '../features/ways/money-ways.tsx';
import '../features/withdrawals/withdrawal-code-dialog.tsx';
import '../features/withdrawals/withdraw-dialog.tsx';

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const wallet = walletOf();
const coins = walletOf({ currency: 'BTC', balance: '1.00000000' });
const paidOut = transactionOf({ type: 'WITHDRAW', currency: 'BTC', counterparty: bitcoin });

const kinds = [
  {
    kind: 'transfer',
    opener: 'Transfer',
    recipient: 'Recipient',
    address: omid.walletAddress,
    review: 'Review transfer',
    confirm: 'Confirm transfer',
    currency: 'MRCY',
    command: transfer,
    serve: () => server.reply(transfer, { success: true, transaction: transactionOf(), wallet }),
    done: 'The money has arrived.',
  },
  {
    kind: 'withdraw',
    opener: 'Withdraw',
    recipient: 'Destination address',
    address: bitcoin,
    review: 'Review withdrawal',
    confirm: 'Confirm withdrawal',
    currency: 'BTC',
    command: withdraw,
    serve: () => {
      const reply = { success: true, transaction: paidOut } as const;
      server.reply(withdraw, { ...reply, wallet: coins, requiresVerification: false, verification: null });
      server.reply(getTransaction, { ...reply, message: '', entries: [], payments: [] });
    },
    done: 'The money has been sent.',
  },
] as const;

function Dashboard() {
  const { open } = useDialogAddress();
  return (
    <>
      <button type="button" onClick={() => open({ kind: 'transfer' })}>
        Transfer
      </button>
      <button type="button" onClick={() => open({ kind: 'withdraw', currency: 'BTC' })}>
        Withdraw
      </button>
      <MoneyDialogs />
    </>
  );
}

const lost = /We didn’t get a response.*only once/;
const which = 'Which one do you mean?';
const here = '/dashboard?range=week';
const show = () => renderApp(<Dashboard />, { isInBrowser: true });

onBrowserHistory(here);

beforeEach(() => {
  serveAccount({ wallets: [wallet, coins] });
  signIn(sara);
});

describe.each(kinds)('the review of a $kind', (each) => {
  const amount = () => field('Amount');
  const recipient = () => field(each.recipient);
  const confirm = () => button(each.confirm);
  async function noDialog() {
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }

  async function goToReview() {
    await amount().fill('0.5');
    await recipient().fill(each.address);
    await button(each.review).click();
    await expect.element(confirm()).toBeVisible();
  }

  async function openReview() {
    const rendered = await show();
    await button(each.opener).click();
    await goToReview();
    return rendered;
  }

  async function expectFilledIn() {
    await expect.poll(() => location.search).not.toContain('step');
    await expect.element(amount()).toHaveValue('0.5');
    await expect.element(recipient()).toHaveValue(each.address);
    await expect.element(confirm()).not.toBeInTheDocument();
  }

  it('leads back to what was typed, then to the page', async () => {
    await openReview();
    history.back();
    await expectFilledIn();
    history.back();
    await noDialog();
    await expectPath(here);
    expect(shownEntry()).toBe(1);
    expect(server.callCount(each.command)).toBe(0);
  });

  it('can be opened again from there, but not by Forward', async () => {
    await openReview();
    history.back();
    await expectFilledIn();
    const forward = nextStep();
    history.forward();
    await forward;
    await nextStep();
    await expectFilledIn();
    await button(each.review).click();
    await expect.element(confirm()).toBeVisible();
  });

  it('is the form again after a reload, with what was typed, and sends nothing', async () => {
    const { unmount } = await openReview();
    await unmount();
    await show();
    await expectFilledIn();
    history.back();
    await noDialog();
    await expectPath(here);
    expect(server.callCount(each.command)).toBe(0);
  });

  it('is closed whole by the close button, and stays as it is meanwhile', async () => {
    await openReview();
    const seen: boolean[] = [];
    const watch = new MutationObserver(() => seen.push(amount().query() !== null));
    watch.observe(document.body, { subtree: true, childList: true });
    await button('Close').first().click();
    await noDialog();
    watch.disconnect();
    await expectPath(here);
    expect(shownEntry()).toBe(1);
    expect(seen).not.toContain(true);
  });

  it('is closed whole where a link opened the dialog', async () => {
    enter(`${here}&dialog=${each.kind}&dialog-currency=BTC`);
    await show();
    await goToReview();
    await button('Close').first().click();
    await noDialog();
    await expectPath(here);
  });

  it('of a link that names it is the form', async () => {
    enter(`${here}&dialog=${each.kind}&dialog-currency=BTC&dialog-step=review`);
    await show();
    await expect.element(amount()).toBeVisible();
    await expectPath(`${here}&dialog=${each.kind}&dialog-currency=BTC`);
    await goToReview();
  });

  it('is over once it was confirmed: Back leads to the page, and what came of it is not opened again', async () => {
    await openReview();
    each.serve();
    await confirm().click();
    await expect.element(page.getByText(each.done)).toBeVisible();
    await expect.poll(shownEntry).toBe(2);
    expect(sessionStorage.getItem('drafts')).toBeNull();
    history.back();
    await noDialog();
    await expectPath(here);
    history.forward();
    await nextStep();
    await nextStep();
    await expectPath(here);
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(server.callCount(each.command)).toBe(1);
  });

  it('says after a lost answer and a reload that an earlier attempt may have arrived, and sends it once', async () => {
    const { unmount } = await openReview();
    server.loseAnswer(each.command);
    await confirm().click();
    await expect.element(page.getByText(lost)).toBeVisible();
    await unmount();
    await show();
    await expectFilledIn();
    await button(each.review).click();
    await expect.element(page.getByText(which, { exact: false })).toBeVisible();
    each.serve();
    await button('Finish the first one').click();
    await expect.element(page.getByText(each.done)).toBeVisible();
    const [first, second] = server.calls(each.command);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it('whose answer was lost is offered again by another tab, though nothing is left to send', async () => {
    const { unmount } = await openReview();
    server.loseAnswer(each.command);
    await confirm().click();
    await expect.element(page.getByText(lost)).toBeVisible();
    await unmount();
    queryClient.clear();
    history.replaceState(null, '', here);
    const nothing = { balance: '0.00000000', availableBalance: '0.00000000' };
    serveAccount({
      wallets: [
        { ...wallet, ...nothing },
        { ...coins, ...nothing },
      ],
    });
    signIn(sara);
    await show();
    await button(each.opener).click();
    await button('Check and finish it').click();
    if (each.kind === 'transfer') await button(each.review).click();
    await expect.element(page.getByText(which, { exact: false })).toBeVisible();
    each.serve();
    await button('Finish the first one').click();
    await expect.element(page.getByText(each.done)).toBeVisible();
    const [first, second] = server.calls(each.command);
    expect(second).toEqual(first);
  });

  it('says nothing of an earlier attempt that was refused', async () => {
    await openReview();
    server.refuse(each.command, 'RateLimitExceeded', { message: 'Too often.' });
    await confirm().click();
    await expect.element(page.getByText('Too often.')).toBeVisible();
    history.back();
    await expectFilledIn();
    await button(each.review).click();
    await expect.element(confirm()).toBeVisible();
    expect(page.getByText('Too often.').query()).toBeNull();
    expect(page.getByText(which, { exact: false }).query()).toBeNull();
  });

  it('is not reached with too little money: money can be added, and Back leads to what was typed', async () => {
    await show();
    await button(each.opener).click();
    await recipient().fill(each.address);
    await amount().fill('10.5');
    await button(each.review).click();
    await expect.element(button('Add money')).toBeVisible();
    await button('Add money').click();
    await expectPath(`${here}&dialog=add-money&dialog-currency=${each.currency}`);
    await expect.element(page.getByRole('dialog', { name: 'Add money' })).toBeVisible();
    history.back();
    await expect.element(amount()).toHaveValue('10.5');
    await expect.element(recipient()).toHaveValue(each.address);
    await amount().fill('0.5');
    await button(each.review).click();
    await expect.element(confirm()).toBeVisible();
    expect(button('Add money').query()).toBeNull();
  });

  it('leads to adding money where the server finds too little of it', async () => {
    await openReview();
    server.refuse(each.command, 'InsufficientBalance', { message: 'Too little.' });
    await confirm().click();
    await expect.element(page.getByText('Too little.')).toBeVisible();
    await button('Add money').click();
    await expectPath(`${here}&dialog=add-money&dialog-currency=${each.currency}`);
    history.back();
    await expectFilledIn();
    history.back();
    await noDialog();
    await expectPath(here);
  });
});

/** As the guards do: everything is mounted anew for another person. */
function DashboardOfPerson() {
  const { user } = useSession();
  return <Dashboard key={user?.id} />;
}

it('shows the next person no dialog that the former one had taken to its review', async () => {
  await renderApp(<DashboardOfPerson />, { isInBrowser: true });
  await button('Transfer').click();
  await field('Amount').fill('0.5');
  await field('Recipient').fill(omid.walletAddress);
  await button('Review transfer').click();
  await expect.element(button('Confirm transfer')).toBeVisible();
  const forms: boolean[] = [];
  const watch = new MutationObserver(() => forms.push(field('Amount').query() !== null));
  watch.observe(document.body, { subtree: true, childList: true });
  signIn(omid);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectPath(here);
  watch.disconnect();
  expect(forms).not.toContain(true);
});

describe('a withdrawal that asks for a code', () => {
  const waiting = transactionOf({ ...paidOut, status: 'PENDING', state: 'awaiting_confirmation' });
  const codePath = `${here}&dialog=withdrawal-code&dialog-transaction=${waiting.id}`;
  const codeDialog = () => page.getByRole('dialog', { name: 'Confirm with a code' });

  async function askForCode(verification: 'email' | 'app' = 'email') {
    const reply = { success: true, transaction: waiting } as const;
    server.reply(withdraw, { ...reply, wallet: coins, requiresVerification: true, verification });
    server.reply(getTransaction, { ...reply, message: '', entries: [], payments: [] });
    const rendered = await show();
    await button('Withdraw').click();
    await field('Amount').fill('0.5');
    await field('Destination address').fill(bitcoin);
    await button('Review withdrawal').click();
    const dialog = page.getByRole('dialog').element();
    await button('Confirm withdrawal').click();
    await expect.element(codeDialog()).toBeVisible();
    // It goes on: nothing has closed and opened.
    expect(page.getByRole('dialog').element()).toBe(dialog);
    await expectPath(codePath);
    return rendered;
  }

  it('asks again after a reload, for the app’s as for a mailed one', async () => {
    const { unmount } = await askForCode('app');
    expect(sessionStorage.getItem('drafts')).toBeNull();
    await unmount();
    await show();
    await expect.element(codeDialog()).toBeVisible();
    expect(server.callCount(withdraw)).toBe(1);
  });

  it('leads back to the page, and cancels nothing; the code can still be entered', async () => {
    await askForCode();
    expect(shownEntry()).toBe(2);
    history.back();
    await expect.element(codeDialog()).not.toBeInTheDocument();
    await expectPath(here);
    expect(server.callCount(cancelWithdrawal)).toBe(0);
    history.forward();
    await expect.element(codeDialog()).toBeVisible();
  });
});
