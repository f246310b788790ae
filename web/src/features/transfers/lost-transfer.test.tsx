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

async function confirm(): Promise<void> {
  await button('Confirm transfer').click();
  await passTime(1000);
}

it('of all that there was, whose answer was lost, is sent once: with another note, and though the balance is gone', async () => {
  const { unmount } = await openForm('1.50000000');
  await goToReview();
  await expect.element(page.getByText('Balance after')).toBeVisible();
  holdClock();
  server.loseAnswer(transfer);
  await confirm();
  await expect.element(page.getByText(lost, { exact: false })).toBeVisible();
  vi.useRealTimers();
  await unmount();

  await openForm('0.00000000');
  await goToReview('rent');
  await expect.element(page.getByText('it will be sent only once', { exact: false })).toBeVisible();
  expect(page.getByText('Balance after').query()).toBeNull();
  holdClock();
  server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf({ balance: '0' }) });
  await confirm();
  await expect.element(page.getByText('The money has arrived.')).toBeVisible();
  const [first, second] = server.calls(transfer);
  expect(second).toEqual(first);
});
