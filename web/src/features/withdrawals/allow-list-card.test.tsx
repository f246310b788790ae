import { listContacts, type Contact } from '@mercury/contract/api/contacts.ts';
import { setAllowList } from '@mercury/contract/api/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/query-client.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectToast, pressTwice } from '../../test/fields.ts';
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

/** With the contacts that the server says, as on its page. */
function CardOfServer() {
  const contacts = useQuery({
    queryKey: topicKey('contacts'),
    queryFn: async ({ signal }) => (await call(listContacts, { query: {}, signal })).contacts,
  });
  return contacts.data && <AllowListCard isOn={false} endsAt={null} contacts={contacts} />;
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
    await expect.element(alert).toHaveTextContent('Your contacts have changed. Please check them again.');
  });

  it('is told of a contact that comes while they look, and presses again after a look at it', async () => {
    serveAccount();
    server.reply(setAllowList, turnedOn);
    const cardOf = (known: readonly Contact[]) => (
      <AllowListCard
        isOn={false}
        endsAt={null}
        contacts={{ data: known, error: null, refetch: listener() }}
      />
    );
    const { rerender } = await renderApp(cardOf(contacts.slice(0, 1)), { as: sara });
    await button('Turn on').click();
    await expect.element(dialog()).toMatchTextContent('Contacts: 1');
    expect(dialog().getByRole('alert').query()).toBeNull();
    holdClock();
    await rerender(cardOf(contacts));
    await expect
      .element(dialog().getByRole('alert'))
      .toHaveTextContent('Your contacts have changed. Please check them again.');
    await expect.element(dialog()).toMatchTextContent('Contacts: 2');
    pressTwice(confirm());
    expect(bodies()).toEqual([]);
    await passTime(600);
    await confirm().click();
    await expect.poll(bodies).toEqual([{ isOn: true, contactIds: [idOf(1), idOf(2)] }]);
  });

  it('begins at the heading of the list, not at the button that turns it on', async () => {
    await open();
    await expect.element(dialog().getByRole('heading')).toHaveFocus();
  });

  it('is shown the contacts of now where they have changed meanwhile, and sends those', async () => {
    serveAccount();
    server.reply(listContacts, { success: true, contacts: contacts.slice(0, 1) });
    await renderApp(<CardOfServer />, { as: sara });
    await button('Turn on').click();
    await expect.element(dialog()).toMatchTextContent('Contacts: 1');
    server.reply(listContacts, { success: true, contacts: [...contacts] });
    server.refuse(setAllowList, 'ValidationFailed');
    await confirm().click();
    await expect.element(dialog()).toMatchTextContent('Contacts: 2');
    server.reply(setAllowList, turnedOn);
    await confirm().click();
    await expectToast('Money goes to saved addresses only');
    expect(bodies().at(-1)).toEqual({ isOn: true, contactIds: [idOf(1), idOf(2)] });
  });

  it('waits for the contacts, and is told where they can’t be had', async () => {
    const { refetch } = await open({ data: undefined, error: new Error('no connection') });
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(refetch).toHaveBeenCalledOnce();
    expect(bodies()).toEqual([]);
  });
});
