import { transfer } from '@mercury/contract/api/wallets.ts';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { omid, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { transferAttempts } from './use-transfer.ts';

const lost = 'We didn’t get a response';

async function openForm(balance: string) {
  const wallets = [walletOf({ balance, availableBalance: balance })];
  serveAccount({ wallets });
  return renderApp(
    <TransferDialog
      isOpen
      wallets={wallets}
      own={{ address: sara.walletAddress, username: sara.username }}
      beginning={{}}
      nameOf={() => undefined}
      contacts={[]}
      hasTwoFactor={false}
      renderContactPicker={() => null}
      onClose={listener()}
      onTransferred={listener()}
    />,
    { as: sara },
  );
}

async function goToReview(note = ''): Promise<void> {
  await field('Recipient').fill(omid.walletAddress);
  await field('Amount').fill('1.5');
  await field('Note (optional)').fill(note);
  await button('Review transfer').click();
}

async function press(name = 'Confirm transfer'): Promise<void> {
  await button(name).click();
  await passTime(1000);
}

it('of all that there was, whose answer was lost, is sent once: with another note, and though the balance is gone', async () => {
  const { unmount } = await openForm('1.50000000');
  await goToReview();
  await expect.element(page.getByText('Balance after')).toBeVisible();
  holdClock();
  server.loseAnswer(transfer);
  await press();
  await expect.element(page.getByText(lost, { exact: false })).toBeVisible();
  vi.useRealTimers();
  await unmount();

  await openForm('0.00000000');
  await goToReview('rent');
  await expect.element(page.getByText('Which one do you mean?', { exact: false })).toBeVisible();
  expect(page.getByText('Balance after').query()).toBeNull();
  holdClock();
  server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf({ balance: '0' }) });
  await press('Finish the first one');
  await expect.element(page.getByText('The money has arrived.')).toBeVisible();
  const [first, second] = server.calls(transfer);
  expect(second).toEqual(first);
});

const done = { success: true, transaction: transactionOf(), wallet: walletOf() } as const;

async function loseOne(): Promise<void> {
  holdClock();
  server.loseAnswer(transfer);
  await press();
  await expect.element(page.getByText(lost, { exact: false })).toBeVisible();
  vi.useRealTimers();
}

it('of the same amount to the same person is another one only by the person’s own word', async () => {
  await openForm('9.00000000');
  await goToReview();
  await loseOne();
  await button('Back').click();
  await goToReview('the second');
  expect(button('Confirm transfer').query()).toBeNull();
  holdClock();
  server.loseAnswer(transfer);
  await press('Send another one');
  await expect.element(page.getByText(lost, { exact: false })).toBeVisible();
  server.reply(transfer, done);
  await press();
  await expect.element(page.getByText('The money has arrived.')).toBeVisible();
  const [first, second, again] = server.calls(transfer);
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  expect(second?.body).toMatchObject({ note: 'the second' });
  expect(again).toEqual(second);
  expect(transferAttempts.lastLost()).toEqual(first?.body);
});

it('that another tab has lost while the review was open is asked about before anything is sent', async () => {
  await openForm('9.00000000');
  await goToReview();
  const order = { recipientAddress: omid.walletAddress, amount: '1.50000000', currency: 'MRCY' } as const;
  await transferAttempts
    .send({ order, number: 0 }, () => Promise.reject(new Error('no answer')))
    .catch(() => undefined);
  await button('Confirm transfer').click();
  await expect.element(button('Send another one')).toBeVisible();
  expect(server.callCount(transfer)).toBe(0);
});
