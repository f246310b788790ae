import { getTransaction } from '@mercury/contract/api/transactions.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToast, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, transactionOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { WithdrawalCodeDialog } from './withdrawal-code-dialog.tsx';

const transaction = transactionOf({ type: 'WITHDRAW', status: 'PENDING', state: 'awaiting_confirmation' });
const waits =
  'Your withdrawal is waiting for its code. Enter it here, or later from the transaction’s details.';

async function open() {
  serveAccount();
  server.reply(getTransaction, { success: true, transaction, message: '', entries: [], payments: [] });
  const onClose = listener();
  const shown = (isOpen: boolean) => (
    <WithdrawalCodeDialog {...{ isOpen, onClose }} transactionId={transaction.id} verification="email" />
  );
  const { rerender } = await renderApp(shown(true), { as: sara });
  await expect.element(field('Character 1 of 6')).toBeVisible();
  return { onClose, close: () => rerender(shown(false)) };
}

it('is left by Escape, but not by a press beside it, which may be an accident', async () => {
  const { onClose } = await open();
  await userEvent.click(document.body, { position: { x: 4, y: 4 } });
  await expectToast(waits);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('says however it is left, by Back too, where the code is wanted', async () => {
  const { close } = await open();
  expect(page.getByText(waits).query()).toBeNull();
  await close();
  await expectToast(waits);
});
