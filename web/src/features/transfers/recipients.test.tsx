import { listMarketCoins } from '@mercury/contract/api/market.ts';
import { findRecipient, transfer } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { requestPath } from '../../domain/request-link.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectFieldRight, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { addressOf, omid, recipientOf, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import type { SavedContact } from '../../domain/contact-email.ts';
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
  contacts: readonly SavedContact[] | null = [],
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
      contacts={contacts ?? undefined}
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

describe('the email of a contact', () => {
  const brother = { name: 'My brother', walletAddress: omid.walletAddress, email: 'Omid@Example.com' };
  const work = { name: 'Mina at work', walletAddress: addressOf(5), email: 'mina@example.com' };
  const home = { name: 'Mina at home', walletAddress: addressOf(6), email: 'mina@example.com' };
  const contacts = [brother, work, home, { name: 'Zoe', walletAddress: addressOf(7) }];
  const nameOf = (address: string | null) =>
    contacts.find(({ walletAddress }) => walletAddress === address)?.name;
  const askedOf = () => server.calls(findRecipient).map(({ query }) => query['to']);

  it('reaches the contact’s address: the field says whom, the review shows all of it, and the money goes there', async () => {
    await open({}, nameOf, contacts);
    await amount().fill('1.5');
    await recipient().fill(' omid@example.COM ');
    await expect
      .element(recipient())
      .toHaveAccessibleDescription(/My brother\s*@omid\s*You haven’t paid them before/);
    expect(page.getByRole('checkbox', { name: 'Save to contacts' }).query()).toBeNull();
    await review().click();
    const dialog = page.getByRole('dialog', { name: 'Check and confirm' });
    for (const text of ['My brother', '@omid', omid.walletAddress]) {
      await expect.element(dialog).toMatchTextContent(text);
    }
    holdClock();
    server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf() });
    await confirm().click();
    await passTime(1500);
    await expect.element(page.getByText('The money has arrived.')).toBeVisible();
    expect(server.calls(transfer)[0]?.body).toMatchObject({ recipientAddress: omid.walletAddress });
    expect(new Set(askedOf())).toEqual(new Set([omid.walletAddress]));
  });

  it('that no contact has says what to do instead, and the server is not asked about it', async () => {
    const nobody = 'None of your contacts has this email. Emails work only for saved contacts';
    await open({}, nameOf, contacts);
    await amount().fill('1.5');
    await recipient().fill('nobody@example.com');
    await expect.element(recipient()).toHaveAccessibleDescription(new RegExp(nobody));
    await expectFieldRight(recipient());
    await review().click();
    await expectFieldError(recipient(), nobody);
    await expect.element(recipient()).toHaveFocus();
    expect(page.getByText(nobody, { exact: false }).elements()).toHaveLength(1);
    expect(askedOf()).toEqual([]);
    await recipient().fill('omid@example.com');
    await expectFieldRight(recipient());
    await review().click();
    await expect.element(confirm()).toBeVisible();
  });

  it('that two contacts have lists both, and goes to the chosen one', async () => {
    const several = 'More than one contact has this email. Choose who you mean.';
    await open({}, nameOf, contacts);
    await amount().fill('1.5');
    await recipient().fill('mina@example.com');
    await expect.element(recipient()).toHaveAccessibleDescription(several);
    const choice = page.getByRole('list', { name: several });
    expect(
      choice
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent.slice(0, 12)),
    ).toEqual(['Mina at work', 'Mina at home']);
    await review().click();
    await expectFieldError(recipient(), several);
    expect(askedOf()).toEqual([]);
    await choice.getByRole('button', { name: /^Mina at home/ }).click();
    await expect.element(recipient()).toHaveValue(home.walletAddress);
    await expect.element(recipient()).toHaveFocus();
    await expectFieldRight(recipient());
    await expect.element(recipient()).toHaveAccessibleDescription(/Mina at home/);
    await expect.element(choice).not.toBeInTheDocument();
  });

  it('is nobody’s yet where the contacts are not there', async () => {
    await open({}, nameOf, null);
    await recipient().fill('omid@example.com');
    await expect.element(recipient()).toHaveAccessibleDescription('Looking up the recipient…');
    await amount().fill('1.5');
    await review().click();
    await expectFieldError(recipient(), 'We couldn’t look up the recipient. Please try again.');
  });
});

describe('what is sent', () => {
  it('is chosen by name, balance and price; the amount stays', async () => {
    await open();
    await amount().fill('1.5');
    await currency().click();
    const option = page.getByRole('option', { name: /Bitcoin/ });
    await expect.element(option).toMatchTextContent(/BTC.*0\.50.BTC.*\$60,000\.00/);
    expect(server.callCount(listMarketCoins)).toBeGreaterThan(0);
    await option.click();
    await expect.element(amount()).toHaveValue('1.5');
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
    await expectFieldError(recipient(), 'This isn’t a @username, an email, or a complete address.');
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
