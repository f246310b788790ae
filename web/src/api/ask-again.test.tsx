import { getBalance } from '@mercury/contract/api/wallets.ts';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { balanceOf, sara, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { askAgain } from './ask-again.ts';
import { queryClient } from './query-client.ts';
import { walletsQuery } from './wallets-query.ts';

const answerOf = (balance: string) => balanceOf(walletOf({ balance }));

function Balance() {
  const { data } = useQuery(walletsQuery);
  return <output aria-label="Balance">{data?.wallet.balance ?? 'none yet'}</output>;
}

async function renderBalance() {
  await renderApp(<Balance />, { as: sara });
}

const balance = () => page.getByLabelText('Balance');

it('shows the first answer when it comes, however often there is news, and then what is so now', async () => {
  serveAccount();
  const early = server.hold(getBalance, answerOf('1.00000000'));
  await renderBalance();
  await expect.poll(() => server.callCount(getBalance)).toBeGreaterThan(0);
  const now = server.hold(getBalance, answerOf('2.00000000'));
  const asked = [1, 2, 3].map(() => askAgain(queryClient, walletsQuery.queryKey));
  early.release();
  await expect.element(balance()).toHaveTextContent('1.00000000');
  now.release();
  await Promise.all(asked);
  await expect.element(balance()).toHaveTextContent('2.00000000');
});

it('keeps what is shown until the new answer is there', async () => {
  serveAccount();
  server.reply(getBalance, answerOf('1.00000000'));
  await renderBalance();
  await expect.element(balance()).toHaveTextContent('1.00000000');
  const held = server.hold(getBalance, answerOf('2.00000000'));
  const before = server.callCount(getBalance);
  const asked = askAgain(queryClient, walletsQuery.queryKey);
  await expect.poll(() => server.callCount(getBalance)).toBeGreaterThan(before);
  await expect.element(balance()).toHaveTextContent('1.00000000');
  held.release();
  await asked;
  await expect.element(balance()).toHaveTextContent('2.00000000');
});
