import { getTransaction } from '@mercury/contract/api/transactions.ts';
import { transfer } from '@mercury/contract/api/wallets.ts';
import { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useDialogAddress } from '../domain/dialog-address.ts';
import { enter, expectPath, nextStep, onBrowserHistory, shownEntry } from '../test/browser-history.ts';
import { button, field } from '../test/fields.ts';
import { renderApp, signIn } from '../test/render-app.tsx';
import { omid, sara, transactionOf, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { MoneyDialogs } from './money-dialogs.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import '../features/transfers/transfer-dialog.tsx';
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
    title: 'Send money',
    review: 'Review transfer',
    confirm: 'Confirm transfer',
    command: transfer,
    serve: () => server.reply(transfer, { success: true, transaction: transactionOf(), wallet }),
    done: 'The money has arrived.',
  },
  {
    kind: 'withdraw',
    opener: 'Withdraw',
    recipient: 'Destination address',
    address: bitcoin,
    title: 'Withdraw',
    review: 'Review withdrawal',
    confirm: 'Confirm withdrawal',
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
  const noDialog = () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

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
    expect(location.search).not.toContain('step');
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
});
