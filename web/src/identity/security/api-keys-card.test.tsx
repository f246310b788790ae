import { type ApiKey, endApiKey, listApiKeys, renewApiKey } from '@mercury/contract/api/api-keys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { button, expectToast, pressTwice } from '../../test/fields.ts';
import { showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../proof/proof-dialog-host.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';

const reader: ApiKey = {
  id: idOf(1),
  name: 'Tax report',
  kind: 'ed25519',
  scopes: ['read'],
  allowedNetworks: [],
  createdAt: '2026-03-01T10:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2099-05-30T10:00:00.000Z',
};
const bot: ApiKey = {
  ...reader,
  id: idOf(2),
  name: 'Bot',
  kind: 'hmac',
  scopes: ['read', 'trade'],
  allowedNetworks: ['203.0.113.0/24', '203.0.113.7/32', '2001:db8::/32', '2001:db8::1/128'],
  lastUsedAt: '2026-03-05T10:00:00.000Z',
  expiresAt: null,
};
const expired: ApiKey = { ...reader, id: idOf(3), name: 'Old', expiresAt: '2026-01-01T10:00:00.000Z' };

const listOf = (...keys: ApiKey[]) => ({ success: true, keys }) as const;
const rowOf = (text: string) => page.getByTestId('api-key').filter({ hasText: text });
const question = () => page.getByRole('dialog', { name: 'End this API key?' });
const confirm = () => question().getByRole('button', { name: 'End key' });

async function open(...keys: ApiKey[]) {
  server.reply(listApiKeys, listOf(...keys));
  await renderApp(
    <>
      <ApiKeysCard user={sara} />
      <ProofDialogHost user={sara} />
    </>,
    { as: sara },
  );
  await expect.element(page.getByRole('link', { name: 'API reference' })).toBeVisible();
}

describe('the API keys', () => {
  it('tell what each may do, from where, when it was made and used, and when it ends', async () => {
    await open(reader, bot, expired);
    await expect
      .element(rowOf('Tax report'))
      .toMatchTextContent(/Ed25519ReadFrom any networkCreated Mar 1, 2026.*never used.*expires May 30, 2099/);
    await expect
      .element(rowOf('Bot'))
      .toMatchTextContent(
        /HMACReadTradeOnly from \u2066203\.0\.113\.0\/24\u2069, \u2066203\.0\.113\.7\u2069, \u20662001:db8::\/32\u2069, \u20662001:db8::1\u2069Created.*last used Mar 5, 2026, .*doesn’t expire/,
      );
    await expect.element(rowOf('Old')).toMatchTextContent('Expired');
    await expect.element(rowOf('Tax report')).not.toMatchTextContent('Expired');
    await expect.element(rowOf('Bot').getByRole('button', { name: /Copy the ID of/ })).toBeVisible();
  });

  it('are none at first, which says who needs one', async () => {
    await open();
    await expect.element(page.getByText('You need one only if a program is to act for you.')).toBeVisible();
    await expect.element(button('Create an API key')).toBeVisible();
  });

  it('can be as many as the server takes; those that ran out do not count', async () => {
    const many = Array.from({ length: limits.apiKeysMax }, (_, index) => ({ ...bot, id: idOf(index + 10) }));
    await open(...many.slice(1), expired);
    await expect.element(button('Create an API key')).toBeVisible();
    server.reply(listApiKeys, listOf(...many));
    await queryClient.invalidateQueries();
    await expect.element(page.getByText(/An account can have up to 20 API keys/)).toBeVisible();
    expect(button('Create an API key').query()).toBeNull();
  });

  it('that can’t be loaded say so', async () => {
    server.refuse(listApiKeys, 'RateLimitExceeded', { message: 'Too often.' });
    await renderApp(<ApiKeysCard user={sara} />, { as: sara });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load API keys.*Too often\./);
  });
});

describe('renewing a key', () => {
  it('wants a proof, and is there for keys that end but have not', async () => {
    await open(reader, bot, expired);
    expect(rowOf('Bot').getByRole('button', { name: /Renew/ }).query()).toBeNull();
    expect(rowOf('Old').getByRole('button', { name: /Renew/ }).query()).toBeNull();
    const renewed = { ...reader, expiresAt: '2099-08-01T10:00:00.000Z' };
    wantProof(renewApiKey, { success: true, key: renewed });
    await button('Renew \u2068Tax report\u2069').click();
    server.reply(listApiKeys, listOf(renewed));
    await showPassword();
    await expectToast('\u2068Tax report\u2069 renewed');
    await expect.element(rowOf('Tax report')).toMatchTextContent('expires Aug 1, 2099');
  });

  it('that is refused says so beside its row', async () => {
    await open(reader, bot);
    server.refuse(renewApiKey, 'Busy', { message: 'Not now.' });
    await button('Renew \u2068Tax report\u2069').click();
    await expect.element(rowOf('Tax report').getByRole('alert')).toMatchTextContent('Not now.');
    expect(rowOf('Bot').getByRole('alert').query()).toBeNull();
  });
});

describe('ending a key', () => {
  it('is asked about, with what it means for orders, and may be left at that', async () => {
    await open(reader, bot);
    await button('End \u2068Tax report\u2069').click();
    await expect
      .element(question())
      .toHaveAccessibleDescription(
        'Programs that use \u2068Tax report\u2069 lose access at once. This can’t be undone.',
      );
    await question().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    await button('End \u2068Bot\u2069').click();
    await expect.element(question()).toHaveAccessibleDescription(/Orders they have placed stay open\./);
    expect(server.callCount(endApiKey)).toBe(0);
  });

  it('ends that one, once however fast it is pressed', async () => {
    await open(reader, bot);
    await button('End \u2068Bot\u2069').click();
    const held = server.hold(endApiKey, null);
    await expect.element(confirm()).toBeVisible();
    pressTwice(confirm());
    await expect.element(confirm()).toHaveAttribute('aria-busy', 'true');
    server.reply(listApiKeys, listOf(reader));
    held.release();
    await expectToast('API key ended');
    await expect.element(rowOf('Bot')).not.toBeInTheDocument();
    expect(server.calls(endApiKey).map(({ params }) => params)).toEqual([{ id: bot.id }]);
  });

  it('that has ended already is as good as ending it', async () => {
    await open(reader, bot);
    await button('End \u2068Bot\u2069').click();
    server.refuse(endApiKey, 'NotFound');
    server.reply(listApiKeys, listOf(reader));
    await confirm().click();
    await expectToast('API key ended');
    await expect.element(rowOf('Bot')).not.toBeInTheDocument();
  });

  it('that is refused says so at the question, and then beside its row, until it is asked again', async () => {
    await open(reader, bot);
    await button('End \u2068Bot\u2069').click();
    server.refuse(endApiKey, 'Busy', { message: 'Not now.' });
    await confirm().click();
    await expect.element(question().getByRole('alert')).toMatchTextContent('Not now.');
    await question().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(rowOf('Bot').getByRole('alert')).toMatchTextContent('Not now.');
    expect(rowOf('Tax report').getByRole('alert').query()).toBeNull();
    await button('End \u2068Bot\u2069').click();
    await expect.element(confirm()).toBeVisible();
    expect(question().getByRole('alert').query()).toBeNull();
  });
});
