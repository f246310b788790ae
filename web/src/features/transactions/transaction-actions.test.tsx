import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { getTransaction, type Transaction } from '@mercury/contract/api/transactions.ts';
import { claimTopUp, getBalance } from '@mercury/contract/api/wallets.ts';
import { cancelWithdrawal } from '@mercury/contract/api/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { transactionQuery } from '../../domain/transactions.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { nextFrames } from '../../test/clock.ts';
import { button, expectProblem, expectToast } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { balanceOf, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionRow } from './transaction-row.tsx';

const waiting = transactionOf({
  type: 'WITHDRAW',
  status: 'PENDING',
  state: 'queued',
  completedAt: null,
  canCancel: true,
});
const claimable = transactionOf({ type: 'TOPUP', status: 'PENDING', canClaim: true });
const cancelled: Transaction = { ...waiting, status: 'FAILED', state: 'cancelled', canCancel: false };

function detailsOf(transaction: Transaction): ReplyOf<typeof getTransaction> {
  return { success: true, transaction, message: '', entries: [], payments: [] };
}

function Followed() {
  const { data } = useQuery(transactionQuery(waiting.id));
  return data && <TransactionActions transaction={data.transaction} onEnterCode={listener()} />;
}

/** As a list knew it, which the reply does not change. */
function Listed() {
  useQuery(walletsQuery);
  return <TransactionActions transaction={waiting} onEnterCode={listener()} />;
}

async function askToCancel() {
  serveAccount();
  server.reply(getTransaction, detailsOf(waiting));
  await renderApp(<Followed />, { as: sara });
  await button('Cancel this withdrawal').click();
}

it('a withdrawal that was taken back is shown so with the answer, before anything is asked again', async () => {
  await askToCancel();
  server.reply(cancelWithdrawal, { success: true, transaction: cancelled, wallet: walletOf() });
  const held = server.hold(getTransaction, detailsOf(cancelled));
  await button('Yes, cancel').click();
  await expectToast('Withdrawal canceled');
  await expect.element(button('Yes, cancel')).not.toBeInTheDocument();
  expect(server.calls(cancelWithdrawal).map(({ body }) => body)).toEqual([{ transactionId: waiting.id }]);
  held.release();
});

it('a withdrawal whose details are not there yet is not offered again before the money has been asked for', async () => {
  serveAccount();
  await renderApp(<Listed />, { as: sara });
  await button('Cancel this withdrawal').click();
  server.reply(cancelWithdrawal, { success: true, transaction: cancelled, wallet: walletOf() });
  const held = server.hold(getBalance, balanceOf());
  await button('Yes, cancel').click();
  await expectToast('Withdrawal canceled');
  // The toast comes in the midst of it.
  await nextFrames();
  await expect.element(button('Yes, cancel')).toHaveAttribute('aria-busy', 'true');
  held.release();
  await expect.element(button('Yes, cancel')).not.toHaveAttribute('aria-busy');
});

it('a withdrawal that can’t be taken back any more says so beside its button', async () => {
  await askToCancel();
  server.refuse(cancelWithdrawal, 'WithdrawalNotCancellable', { message: 'It has been sent.' });
  await button('Yes, cancel').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('It has been sent.');
  await expect.element(button('Keep it')).toBeVisible();
});

it.each([
  ['details', <TransactionActions key="details" transaction={claimable} onEnterCode={listener()} />],
  [
    'row',
    <ul key="row">
      <TransactionRow transaction={claimable} counterpartyName={undefined} onOpen={listener()} />
    </ul>,
  ],
])('a payment that can’t be claimed says so in its %s', async (_, claimed) => {
  serveAccount();
  await renderApp(claimed, { as: sara });
  server.refuse(claimTopUp, 'Busy', { message: 'Not now.' });
  await button('Claim').click();
  await expectProblem('Not now.');
});
