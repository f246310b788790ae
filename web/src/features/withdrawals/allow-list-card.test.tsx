import type { Contact } from '@mercury/contract/api/contacts.ts';
import { setAllowList } from '@mercury/contract/api/withdrawals.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectToast } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { AllowListCard, type KnownContacts } from './allow-list-card.tsx';

const contacts: readonly Contact[] = [
  {
    id: idOf(1),
    name: 'Omid',
    walletAddress: 'mrcy1qomid0000000000000000000000000000omid',
    isFavorite: false,
  },
  {
    id: idOf(2),
    name: 'Somebody',
    walletAddress: 'mrcy1qsome0000000000000000000000000000some',
    isFavorite: false,
  },
];
const turnedOn = { success: true, isAllowListOn: true, allowListEndsAt: null } as const;
const dialog = () => page.getByRole('dialog', { name: 'Do you know these contacts?' });
const confirm = () => dialog().getByRole('button', { name: 'Turn on' });
const bodies = () => server.calls(setAllowList).map(({ body }) => body);

async function open(known: Partial<KnownContacts> = {}) {
  serveAccount();
  const all = { data: contacts, error: null, refetch: listener(), ...known };
  await renderApp(<AllowListCard isOn={false} endsAt={null} contacts={all} />, { as: sara });
  await button('Turn on').click();
  return all;
}

describe('whoever turns the allow-list on', () => {
  it('is shown every contact that money may then go to, and sends those', async () => {
    await open();
    await expect.element(dialog()).toMatchTextContent('Contacts: 2');
    for (const { name, walletAddress } of contacts) {
      const row = dialog().getByRole('listitem').filter({ hasText: name });
      await expect.element(row).toMatchTextContent(walletAddress);
    }
    expect(bodies()).toEqual([]);
    server.reply(setAllowList, turnedOn);
    await confirm().click();
    await expectToast('Money goes to saved addresses only');
    expect(bodies()).toEqual([{ isOn: true, contactIds: [idOf(1), idOf(2)] }]);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('is asked nothing where there is no contact', async () => {
    serveAccount();
    server.reply(setAllowList, turnedOn);
    await open({ data: [] });
    await expectToast('Money goes to saved addresses only');
    expect(bodies()).toEqual([{ isOn: true, contactIds: [] }]);
  });

  it('looks again where the contacts have changed meanwhile', async () => {
    await open();
    server.refuse(setAllowList, 'ValidationFailed');
    await confirm().click();
    const alert = dialog().getByRole('alert');
    await expect.element(alert).toHaveTextContent('Your contacts have changed. Please look at them again.');
  });

  it('waits for the contacts, and is told where they can’t be had', async () => {
    const { refetch } = await open({ data: undefined, error: new Error('no connection') });
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(refetch).toHaveBeenCalledOnce();
    expect(bodies()).toEqual([]);
  });
});
