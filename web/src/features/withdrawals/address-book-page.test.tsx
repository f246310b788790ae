import { prove } from '@mercury/contract/api/security.ts';
import {
  createWithdrawalAddress,
  deleteWithdrawalAddress,
  listWithdrawalAddresses,
  setAllowList,
  type WithdrawalAddress,
} from '@mercury/contract/api/withdrawals.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf, idOf, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../../identity/proof/proof-dialog-host.tsx';
import { AddressBookPage } from './address-book-page.tsx';
import type { AddressEntry } from './add-address-dialog.tsx';

const vault: WithdrawalAddress = {
  id: idOf(1),
  currency: 'BTC',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  memo: null,
  label: 'Vault',
  createdAt: '2026-03-01T10:00:00.000Z',
  usableFrom: null,
};
const exchange: WithdrawalAddress = {
  ...vault,
  id: idOf(2),
  currency: 'XRP',
  address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  memo: '12345',
  label: 'Exchange',
  usableFrom: '2026-03-02T10:00:00.000Z',
};
const created = { success: true, address: vault } as const;
const noContacts = { data: [], error: null, refetch: listener() };
const bookOf = (addresses: WithdrawalAddress[]) =>
  ({ success: true, addresses, isAllowListOn: false, allowListEndsAt: null }) as const;

const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const adding = () => page.getByRole('dialog', { name: 'Add an address' });
const address = () => adding().getByRole('textbox', { name: 'Address' });
const label = () => adding().getByRole('textbox', { name: 'Name' });
const tag = () => field('Destination tag (optional)');
const save = () => adding().getByRole('button', { name: 'Save' });
const bodies = () => server.calls(createWithdrawalAddress).map(({ body }) => body);

interface Opening {
  addresses?: WithdrawalAddress[];
  draft?: Partial<AddressEntry>;
  isAllowListOn?: boolean;
  allowListEndsAt?: string | null;
}

async function open({ addresses = [], draft, isAllowListOn = false, allowListEndsAt = null }: Opening = {}) {
  const assets = configOf().assets.filter(({ code }) => code === 'BTC' || code === 'XRP');
  serveAccount({ config: { assets } });
  server.reply(listWithdrawalAddresses, { success: true, addresses, isAllowListOn, allowListEndsAt });
  await renderApp(
    <>
      <AddressBookPage contacts={noContacts} />
      <ProofDialogHost user={sara} />
    </>,
    {
      as: sara,
      ...(draft && { at: { pathname: '/dashboard/addresses', search: '?dialog=address-add', state: draft } }),
    },
  );
}

async function openAdding() {
  await open();
  await button('Add an address').click();
  await expect.element(address()).toBeVisible();
}

async function openTagged() {
  await open({ draft: { currency: 'XRP', address: exchange.address, memo: '' } });
  await expect.element(tag()).toBeVisible();
  await label().fill('Exchange');
}

async function fillIn() {
  await address().fill(vault.address);
  await label().fill('Vault');
}

describe('the address book', () => {
  it('shows each address whole, with its tag, and since when and from when on', async () => {
    await open({ addresses: [vault, exchange] });
    await expect.element(rowOf('Vault')).toMatchTextContent(vault.address);
    await expect.element(rowOf('Vault')).toMatchTextContent('Added Mar 1, 2026');
    await expect.element(rowOf('Vault')).not.toMatchTextContent(/Available from|Tag or memo/);
    await expect.element(rowOf('Exchange')).toMatchTextContent(/Available from Mar 2, 2026/);
    await expect.element(rowOf('Exchange')).toMatchTextContent('Tag or memo: 12345');
  });

  it('takes a hundred addresses, and no more', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...vault,
      id: idOf(index),
      label: `No ${index}`,
    }));
    await open({ addresses: many });
    await expect.element(page.getByText(/The address book holds up to 100 addresses/)).toBeVisible();
    expect(button('Add an address').query()).toBeNull();
  });

  it('takes one more where it has ninety-nine', async () => {
    const many = Array.from({ length: 99 }, (_, index) => ({
      ...vault,
      id: idOf(index),
      label: `No ${index}`,
    }));
    await open({ addresses: many });
    await expect.element(button('Add an address')).toBeVisible();
  });

  it('that can’t be loaded says so, and can be asked for again', async () => {
    serveAccount();
    server.refuse(listWithdrawalAddresses, 'RateLimitExceeded', { message: 'Too often.' });
    await renderApp(<AddressBookPage contacts={noContacts} />, { as: sara });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/Failed to load the address book.*Too often\./);
    server.reply(listWithdrawalAddresses, bookOf([vault]));
    await button('Try again').click();
    await expect.element(rowOf('Vault')).toBeVisible();
  });
});

describe('a new address', () => {
  it('needs an address and a name, each said at its field', async () => {
    await openAdding();
    await save().click();
    await expectFieldError(address(), 'This field is required');
    await expectFieldError(label(), 'This field is required');
    await expect.element(address()).toHaveFocus();
    await address().fill(vault.address);
    await expectFieldRight(address());
    expect(server.callCount(createWithdrawalAddress)).toBe(0);
  });

  it('of another network is told at its field while it is typed, and is not saved', async () => {
    await openAdding();
    await address().fill(exchange.address);
    const reason = 'This looks like an address on \u2068XRP Ledger\u2069';
    await expectFieldError(address(), reason);
    await label().fill('Exchange');
    await save().click();
    await expectFieldError(address(), reason);
    await expect.element(address()).toHaveFocus();
    expect(server.callCount(createWithdrawalAddress)).toBe(0);
    await address().fill(vault.address.slice(0, 20));
    await save().click();
    await expectFieldError(address(), 'This address is too short: part of it is missing.');
    await address().fill(vault.address);
    await expectFieldRight(address());
    expect(server.callCount(createWithdrawalAddress)).toBe(0);
  });

  it('is saved once however fast it is pressed, with no memo where its network has none', async () => {
    await openAdding();
    const held = server.hold(createWithdrawalAddress, created);
    await fillIn();
    pressTwice(save());
    await expect.element(save()).toHaveAttribute('aria-busy', 'true');
    server.reply(listWithdrawalAddresses, bookOf([vault]));
    held.release();
    await expectToast('Address saved');
    await expect.element(adding()).not.toBeInTheDocument();
    await expect.element(rowOf('Vault')).toBeVisible();
    expect(bodies()).toEqual([{ currency: 'BTC', address: vault.address, label: 'Vault' }]);
  });

  it('is of the currency that was chosen', async () => {
    await openAdding();
    await adding().getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: /XRP/ }).click();
    server.reply(createWithdrawalAddress, created);
    await address().fill(exchange.address);
    await label().fill('Exchange');
    await tag().fill('7');
    await save().click();
    await expectToast('Address saved');
    expect(bodies()).toEqual([{ currency: 'XRP', address: exchange.address, memo: '7', label: 'Exchange' }]);
  });

  it.each([
    ['0', '0'],
    ['4294967295', '4294967295'],
    ['۱۲۳', '123'],
    [' 12 ', '12'],
  ])('takes the tag %j as %s', async (typed, memo) => {
    await openTagged();
    server.reply(createWithdrawalAddress, created);
    await tag().fill(typed);
    await save().click();
    await expectToast('Address saved');
    expect(bodies()).toMatchObject([{ memo }]);
  });

  it.each(['4294967296', '01', '-1', '1.5', 'memo'])('refuses the tag %s, at its field', async (typed) => {
    await openTagged();
    await tag().fill(typed);
    await save().click();
    await expectFieldError(tag(), 'A destination tag is a whole number of up to ten digits');
    await expect.element(tag()).toHaveFocus();
    expect(bodies()).toEqual([]);
  });

  it('goes without a tag where none was given', async () => {
    await openTagged();
    server.reply(createWithdrawalAddress, created);
    await save().click();
    await expectToast('Address saved');
    expect(bodies()).toEqual([{ currency: 'XRP', address: exchange.address, label: 'Exchange' }]);
  });

  it('begins with the one that the person came from, the first time only', async () => {
    await open({ draft: { currency: 'BTC', address: vault.address, memo: '' } });
    await expect.element(address()).toHaveValue(vault.address);
    await adding().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(adding()).not.toBeInTheDocument();
    await button('Add an address').click();
    await expect.element(address()).toHaveValue('');
  });

  it('wants a proof where the session is not fresh, and is then sent as it was typed', async () => {
    await openAdding();
    wantProof(createWithdrawalAddress, created);
    await fillIn();
    await save().click();
    await showPassword();
    await expectToast('Address saved');
    expect(new Set(bodies().map((body) => JSON.stringify(body))).size).toBe(1);
    expect(server.callCount(createWithdrawalAddress)).toBe(2);
  });

  it('stays typed, without a word, where they would rather not prove themselves', async () => {
    await openAdding();
    wantProof(createWithdrawalAddress, created);
    await fillIn();
    await save().click();
    await proofDialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(save()).not.toHaveAttribute('aria-busy');
    await expect.element(address()).toHaveValue(vault.address);
    expect(adding().getByRole('alert').query()).toBeNull();
    expect(server.callCount(prove)).toBe(0);
  });

  it.each(['InvalidAddress', 'AddressIsInternal'] as const)(
    'refused with %s is told at the address',
    async (code) => {
      await openAdding();
      server.refuse(createWithdrawalAddress, code, { message: 'Not this address.' });
      await fillIn();
      await save().click();
      await expectFieldError(address(), 'Not this address.');
      await expect.element(address()).toHaveFocus();
      expect(adding().getByText('Not this address.').elements()).toHaveLength(1);
    },
  );

  it.each([
    ['WithdrawalAddressExists', 'It is there already.', 'It is there already.'],
    ['TooManyWithdrawalAddresses', 'There are too many.', 'There are too many.'],
    ['WithdrawalNotOffered', 'Not this coin.', 'Not this coin.'],
    ['Busy', '', 'The address could not be saved.'],
  ] as const)('refused with %s and "%s" says in the dialog: %s', async (code, message, text) => {
    await openAdding();
    server.refuse(createWithdrawalAddress, code, { message });
    await fillIn();
    await save().click();
    await expect.element(adding().getByRole('alert')).toHaveTextContent(text);
    await expect.element(label()).toHaveValue('Vault');
  });
});

describe('removing an address', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Remove this address?' });
  const remove = () => dialog().getByRole('button', { name: 'Remove' });

  async function ask() {
    await open({ addresses: [vault, exchange] });
    await button('Remove \u2068Vault\u2069').click();
    await expect.element(dialog()).toHaveAccessibleDescription(/Vault.* is removed from your address book/);
  }

  it('shows it whole, and may be left at that', async () => {
    await ask();
    await expect.element(dialog()).toMatchTextContent(vault.address);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.callCount(deleteWithdrawalAddress)).toBe(0);
  });

  it('removes that one, once however fast it is pressed', async () => {
    await ask();
    const held = server.hold(deleteWithdrawalAddress, null);
    pressTwice(remove());
    await expect.element(remove()).toHaveAttribute('aria-busy', 'true');
    server.reply(listWithdrawalAddresses, bookOf([exchange]));
    held.release();
    await expectToast('Address removed');
    await expect.element(rowOf('Vault')).not.toBeInTheDocument();
    expect(server.calls(deleteWithdrawalAddress).map(({ params }) => params)).toEqual([{ id: vault.id }]);
  });

  it('that was removed elsewhere is as good as removing it', async () => {
    await ask();
    server.refuse(deleteWithdrawalAddress, 'NotFound', { message: 'There is no such address.' });
    server.reply(listWithdrawalAddresses, bookOf([exchange]));
    await remove().click();
    await expectToast('Address removed');
    await expect.element(rowOf('Vault')).not.toBeInTheDocument();
    expect(server.calls(deleteWithdrawalAddress).map(({ params }) => params)).toEqual([{ id: vault.id }]);
  });

  it.each([
    ['Not now.', 'Not now.'],
    ['', 'The address could not be removed.'],
  ])('that is refused with "%s" says: %s', async (message, text) => {
    await ask();
    server.refuse(deleteWithdrawalAddress, 'Busy', { message });
    await remove().click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent(text);
  });
});

describe('withdrawals to saved addresses only', () => {
  it('are turned on, after a proof', async () => {
    await open({ addresses: [vault] });
    wantProof(setAllowList, { success: true, isAllowListOn: true, allowListEndsAt: null });
    await button('Turn on').click();
    server.reply(listWithdrawalAddresses, { ...bookOf([vault]), isAllowListOn: true });
    await showPassword();
    await expectToast('Money goes to saved addresses only');
    await expect.element(button('Turn off')).toBeVisible();
    expect(server.calls(setAllowList).map(({ body }) => body)).toEqual([
      { isOn: true, contactIds: [] },
      { isOn: true, contactIds: [] },
    ]);
  });

  it('are turned off at once where nothing is waited for', async () => {
    await open({ isAllowListOn: true });
    server.reply(setAllowList, { success: true, isAllowListOn: false, allowListEndsAt: null });
    await button('Turn off').click();
    await expectToast('Money can go to any address');
    expect(server.calls(setAllowList).map(({ body }) => body)).toEqual([{ isOn: false }]);
  });

  it('hold for their day after they were turned off, and can be kept on', async () => {
    const endsAt = '2026-03-02T10:00:00.000Z';
    await open({ isAllowListOn: true });
    server.reply(setAllowList, { success: true, isAllowListOn: true, allowListEndsAt: endsAt });
    server.reply(listWithdrawalAddresses, { ...bookOf([]), isAllowListOn: true, allowListEndsAt: endsAt });
    await button('Turn off').click();
    await expect.element(page.getByText(/it still applies until Mar 2, 2026/)).toBeVisible();
    expect(page.getByText('Money can go to any address').query()).toBeNull();
    server.reply(setAllowList, { success: true, isAllowListOn: true, allowListEndsAt: null });
    await button('Keep it on').click();
    await expectToast('Money goes to saved addresses only');
    expect(server.calls(setAllowList).map(({ body }) => body)).toEqual([{ isOn: false }, { isOn: true }]);
  });

  it('that can’t be changed say why', async () => {
    await open();
    server.refuse(setAllowList, 'Busy', { message: 'Not now.' });
    await button('Turn on').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.');
  });
});
