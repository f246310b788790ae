import { listMarketCoins } from '@mercury/contract/api/market.ts';
import { findRecipient, transfer } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { requestPath } from '../../domain/request-link.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectFieldRight, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { omid, recipientOf, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { type TransferBeginning, TransferDialog } from './transfer-dialog.tsx';

const amount = () => field('Amount');
const recipient = () => field('Recipient');
const note = () => field('Note (optional)');
const currency = () => page.getByRole('combobox', { name: 'What to send' });
const review = () => button('Review transfer');
const confirm = () => button('Confirm transfer');
const bitcoin = walletOf({ currency: 'BTC', balance: '0.50000000' });

async function open(
  beginning: TransferBeginning = {},
  nameOf: (address: string | null) => string | undefined = () => undefined,
) {
  const wallets = [walletOf(), bitcoin];
  serveAccount({ wallets });
  await renderApp(
    <TransferDialog
      isOpen
      wallets={wallets}
      own={{ address: sara.walletAddress, username: sara.username }}
      beginning={beginning}
      nameOf={nameOf}
      contacts={[]}
      hasTwoFactor={false}
      renderContactPicker={() => null}
      onClose={listener()}
      onTransferred={listener()}
    />,
    { as: sara },
  );
}

describe('whom it reaches', () => {
  it('is said while it is typed, and in the review with the whole address, to which the money goes', async () => {
    await open();
    await amount().fill('1.5');
    await recipient().fill('@OMID');
    await expect.element(recipient()).toHaveAccessibleDescription(/@omid\s*You haven’t paid them before/);
    await review().click();
    const dialog = page.getByRole('dialog', { name: 'Check and confirm' });
    for (const text of ['@omid', 'You haven’t paid them before', omid.walletAddress]) {
      await expect.element(dialog).toMatchTextContent(text);
    }
    holdClock();
    server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf() });
    await confirm().click();
    await passTime(1500);
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    expect(server.calls(transfer).map(({ body }) => body)).toEqual([
      { recipientAddress: omid.walletAddress, amount: '1.50000000', currency: 'MRCY' },
    ]);
  });

  it('is said by the contact’s name too, and that they were paid before', async () => {
    await open({}, (address) => (address === omid.walletAddress ? 'My brother' : undefined));
    server.reply(findRecipient, {
      success: true,
      recipient: { ...recipientOf('@omid'), isPaidBefore: true },
    });
    await recipient().fill('@omid');
    await expect
      .element(recipient())
      .toHaveAccessibleDescription(/My brother\s*@omid\s*You’ve paid them before/);
    expect(page.getByRole('checkbox', { name: 'Save to contacts' }).query()).toBeNull();
  });

  it('is asked once the typing rests, and only of a whole name', async () => {
    await open();
    await recipient().fill('@om');
    await recipient().fill('omid');
    await recipient().fill('@omid');
    await expect.element(recipient()).toHaveAccessibleDescription(/@omid/);
    expect(server.calls(findRecipient).map(({ query }) => query)).toEqual([{ to: '@omid' }]);
  });

  it('is nobody: the field says so, and there is no review', async () => {
    await open();
    server.refuse(findRecipient, 'RecipientNotFound', { message: 'Nobody is called so.' });
    await amount().fill('1.5');
    await recipient().fill('@nobody');
    await expect.element(recipient()).toHaveAccessibleDescription('Nobody is called so.');
    await expectFieldRight(recipient());
    await review().click();
    await expectFieldError(recipient(), 'Nobody is called so.');
    await expect.element(recipient()).toHaveFocus();
    expect(confirm().query()).toBeNull();
    server.reply(findRecipient, { success: true, recipient: recipientOf('@omid') });
    await recipient().fill('@omid');
    await expectFieldRight(recipient());
    await review().click();
    await expect.element(confirm()).toBeVisible();
  });
});

describe('what is sent', () => {
  it('is chosen by name, balance and price; an amount belongs to its currency', async () => {
    await open();
    await amount().fill('1.5');
    await currency().click();
    const option = page.getByRole('option', { name: /Bitcoin/ });
    await expect.element(option).toMatchTextContent(/BTC.*0\.50.BTC.*\$60,000\.00/);
    expect(server.callCount(listMarketCoins)).toBeGreaterThan(0);
    await option.click();
    await expect.element(amount()).toHaveValue('');
    await amount().fill('0.25');
    await recipient().fill('@omid');
    await review().click();
    await expect.element(page.getByRole('dialog')).toMatchTextContent(/0\.25.BTC/);
    holdClock();
    server.reply(transfer, { success: true, transaction: transactionOf(), wallet: bitcoin });
    await confirm().click();
    await passTime(1500);
    expect(server.calls(transfer)[0]?.body).toEqual({
      recipientAddress: omid.walletAddress,
      amount: '0.25000000',
      currency: 'BTC',
    });
  });
});

describe('a link that asks for money', () => {
  const asked = { username: 'omid', currency: 'BTC', amount: '0.25', note: 'Rent' } as const;

  it('fills in the form where it is pasted, and sends nothing', async () => {
    await open();
    await recipient().fill(`${location.origin}${requestPath(asked)}`);
    await expect.element(recipient()).toHaveValue('@omid');
    await expect.element(amount()).toHaveValue('0.25');
    await expect.element(note()).toHaveValue('Rent');
    await expect.element(currency()).toMatchTextContent(/Bitcoin/);
    expect(server.callCount(transfer)).toBe(0);
  });

  it('of another site is no recipient', async () => {
    await open();
    await amount().fill('1');
    await recipient().fill(`https://evil.example${requestPath(asked)}`);
    await review().click();
    await expectFieldError(recipient(), 'This isn’t a @username or a complete address.');
    await expect.element(amount()).toHaveValue('1');
  });

  it('that opened the dialog stands in the form; what nobody could have typed is left out', async () => {
    await open({ currency: 'BTC', to: '@omid', amount: '1e9', note: 'Rent' });
    await expect.element(recipient()).toHaveValue('@omid');
    await expect.element(recipient()).toHaveAccessibleDescription(/You haven’t paid them before/);
    await expect.element(amount()).toHaveValue('');
    await expect.element(note()).toHaveValue('Rent');
    await expect.element(review()).toBeDisabled();
  });

  it('asks for more than there is, also of a currency that the person never had', async () => {
    await open({ currency: 'ETH', to: '@omid', amount: '2' });
    await expect.element(currency()).toMatchTextContent(/Ethereum/);
    await review().click();
    await expectFieldError(amount(), 'Your balance is too low for this amount.');
  });
});
