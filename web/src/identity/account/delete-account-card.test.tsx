import { getConfig } from '@mercury/contract/api/config.ts';
import { deleteAccount } from '@mercury/contract/api/users.ts';
import { getBalance, type Wallet } from '@mercury/contract/api/wallets.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { button, checkbox, expectFieldError, expectToast, field, pressTwice } from '../../test/fields.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { balanceOf, configOf, omid, sara, success, walletOf } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { DeleteAccountCard, leftoversOf } from './delete-account-card.tsx';

const careful = { ...sara, twoFactorEnabled: true };
const dialog = () => page.getByRole('dialog', { name: 'Delete your account?' });
const password = () => field('Password');
const understood = () => checkbox('I understand that my account cannot be restored');
const leftovers = () => page.getByRole('checkbox', { name: /^Give up amounts too small to withdraw/ });
const remove = () => button('Delete my account');

const empty = walletOf({ balance: '0.00000000' });

/** Pages show the card to signed-in people only. */
function Guarded() {
  const { user } = useSession();
  return user && <DeleteAccountCard user={user} />;
}

/** Another part that shows the wallets. */
function OtherBalance() {
  return <p>Wallets: {useQuery(walletsQuery).data?.wallets.length}</p>;
}

interface Scene {
  user?: typeof sara;
  wallets?: Wallet[];
  beside?: ReactNode;
}

async function show({ user = sara, wallets = [empty], beside = null }: Scene = {}) {
  server.reply(getBalance, balanceOf(...wallets));
  server.reply(getConfig, configOf());
  const card = (
    <>
      {beside}
      <Guarded />
    </>
  );
  await renderApp(card, { as: user, at: '/profile' });
}

async function openDialog() {
  await button('Delete account…').click();
  await expect.element(dialog()).toHaveAccessibleDescription('This cannot be undone.');
}

async function open(scene?: Scene) {
  await show(scene);
  await openDialog();
}

async function fillIn() {
  await password().fill('Passw0rd!');
  await understood().click();
}

const bodies = () => server.calls(deleteAccount).map(({ body }) => body);

describe('deleting the account', () => {
  it('can’t be asked for until it is understood, and not after that is taken back', async () => {
    await open();
    await expect.element(remove()).toBeDisabled();
    await understood().click();
    await expect.element(remove()).toBeEnabled();
    await understood().click();
    await expect.element(remove()).toBeDisabled();
  });

  it('needs the password, said at its field', async () => {
    await open();
    await understood().click();
    await remove().click();
    await expectFieldError(password(), 'This field is required');
    await expect.element(password()).toHaveFocus();
    expect(server.callCount(deleteAccount)).toBe(0);
  });

  it('takes a reason of 500 characters, and no longer one', async () => {
    await open();
    await fillIn();
    const reason = field('Why are you leaving?');
    await reason.fill('a'.repeat(501));
    await remove().click();
    await expectFieldError(reason, 'This is too long');
    server.refuse(deleteAccount, 'Busy', { message: 'Not now.' });
    await reason.fill('a'.repeat(500));
    await remove().click();
    await expectToast('Not now.');
    expect(bodies()).toEqual([{ password: 'Passw0rd!', reason: 'a'.repeat(500) }]);
  });

  it('is sent once, with nothing that was not said; then nobody is signed in, at the landing page', async () => {
    await open();
    const held = server.hold(deleteAccount, success('Farewell'));
    await fillIn();
    pressTwice(remove());
    await expect.element(remove()).toHaveAttribute('aria-busy', 'true');
    await expect.element(button('Cancel')).toBeDisabled();
    expect(session.read().token).not.toBeNull();
    held.release();
    await expectToast('Farewell');
    await expect.poll(currentPath).toBe('/');
    expect(session.read().token).toBeNull();
    expect(bodies()).toEqual([{ password: 'Passw0rd!' }]);
  });

  it('removes what its person sent without an answer, and not what another person did', async () => {
    const sentBy = (owner: string) => ({ kind: 'transfer', owner });
    localStorage.setItem('unsettled', JSON.stringify([sentBy(omid.id), sentBy(sara.id)]));
    await open();
    server.reply(deleteAccount, success('Farewell'));
    await fillIn();
    await remove().click();
    await expectToast('Farewell');
    expect(localStorage.getItem('unsettled')).toBe(JSON.stringify([sentBy(omid.id)]));
  });

  it('asks for a code where two-factor is on, and tells at the code that it is wrong', async () => {
    await open({ user: careful });
    await fillIn();
    await remove().click();
    await expectFieldError(field('Authenticator code'), 'Enter the code from your authenticator app');
    server.refuse(deleteAccount, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Authenticator code').fill('123456');
    await remove().click();
    await expectFieldError(field('Authenticator code'), 'Wrong code.');
    expect(bodies()).toEqual([{ password: 'Passw0rd!', twoFactorCode: '123456' }]);
  });

  it('tells at the password that it is wrong; the person stays signed in, and nothing is lost', async () => {
    await open();
    server.refuse(deleteAccount, 'WrongPassword', { message: 'This is not your password.' });
    await field('Why are you leaving?').fill('No reason');
    await fillIn();
    await remove().click();
    await expectFieldError(password(), 'This is not your password.');
    await expect.element(field('Why are you leaving?')).toHaveValue('No reason');
    await expect.element(understood()).toBeChecked();
    expect(session.read().token).not.toBeNull();
  });

  it.each(['AccountHasMoney', 'AccountHasUnfinishedTransactions'] as const)(
    'refused with %s says so in the dialog, with the way to where that is settled',
    async (code) => {
      await open();
      server.refuse(deleteAccount, code, { message: 'There is something left.' });
      await fillIn();
      await remove().click();
      const alert = dialog().getByRole('alert');
      await expect.element(alert).toMatchTextContent('There is something left.');
      await expect.element(alert.getByRole('link')).toHaveAttribute('href', '/dashboard');
    },
  );

  it('that gets no answer blames the connection, in no notice about money', async () => {
    await open();
    server.loseAnswer(deleteAccount);
    await fillIn();
    await remove().click();
    await expectToast('Network error. Please check your internet connection.');
    await expect
      .element(dialog().getByRole('alert'))
      .toHaveTextContent('Network error. Please check your internet connection.');
    expect(dialog().getByRole('link').query()).toBeNull();
  });

  it('can be left at that', async () => {
    await open();
    await button('Cancel').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.callCount(deleteAccount)).toBe(0);
  });
});

describe('what is too little to be withdrawn', () => {
  const dust = walletOf({ currency: 'BTC', balance: '0.00000001' });

  it('is named, and given up only where that is said', async () => {
    await open({ wallets: [empty, dust] });
    await expect.element(leftovers()).toBeVisible();
    await expect.element(page.getByText(/Give up amounts too small/)).toMatchTextContent('0.00000001');
    server.refuse(deleteAccount, 'AccountHasMoney', { message: 'There is something left.' });
    await fillIn();
    await remove().click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    server.reply(deleteAccount, success('Farewell'));
    await leftovers().click();
    await remove().click();
    await expectToast('Farewell');
    expect(bodies()).toEqual([{ password: 'Passw0rd!' }, { password: 'Passw0rd!', givesUpLeftovers: true }]);
  });

  it('is known from the wallets that are shown elsewhere: they are not asked for again', async () => {
    await show({ wallets: [empty, dust], beside: <OtherBalance /> });
    await expect.element(page.getByText('Wallets: 2')).toBeVisible();
    const askedBefore = server.callCount(getBalance);
    await openDialog();
    await expect.element(leftovers()).toBeVisible();
    expect(server.callCount(getBalance)).toBe(askedBefore);
  });

  it('is what the server has, whatever is simulated beside it', async () => {
    server.reply(getBalance, balanceOf(empty, dust));
    server.reply(getConfig, configOf({ moneyMode: 'simulated' }));
    await renderApp(<Guarded />, { as: sara });
    const money = await moneyActions(queryClient);
    await money.deposit({ order: { currency: 'BTC', amount: '1' }, idempotencyKey: 'deposit-1' });
    await button('Delete account…').click();
    await expect.element(leftovers()).toBeVisible();
  });

  it('is not offered where something is enough to be withdrawn, nor where nothing is left', async () => {
    await open({ wallets: [walletOf(), walletOf({ currency: 'BTC', balance: '1.00000000' }), dust] });
    await expect.poll(() => server.callCount(getBalance)).toBeGreaterThan(0);
    await expect.element(understood()).toBeVisible();
    expect(leftovers().query()).toBeNull();
  });
});

const offers = [
  { code: 'MRCY', withdrawalMin: '1' },
  { code: 'BTC', withdrawalMin: '0.0001' },
] as const;
const crumbs = { currency: 'MRCY', balance: '0.99999999' } as const;
const enough = { currency: 'BTC', balance: '0.00010000' } as const;

it('counts as leftovers what is below the least that can be withdrawn, and leaves empty wallets aside', () => {
  expect(leftoversOf([crumbs, { currency: 'BTC', balance: '0.00000000' }], offers)).toEqual([crumbs]);
});

it('offers nothing to give up where some of the money can be withdrawn', () => {
  expect(leftoversOf([crumbs, enough], offers)).toEqual([]);
  const dearer = [offers[0], { code: 'BTC', withdrawalMin: '0.00010001' }] as const;
  expect(leftoversOf([crumbs, enough], dearer)).toEqual([crumbs, enough]);
});

it('has nothing to give up in an empty account', () => {
  expect(leftoversOf([{ currency: 'MRCY', balance: '0.00000000' }], offers)).toEqual([]);
});
