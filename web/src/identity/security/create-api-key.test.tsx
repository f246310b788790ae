import { type ApiKey, createApiKey, listApiKeys } from '@mercury/contract/api/api-keys.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, nextFrames, passTime } from '../../test/clock.ts';
import { button, checkbox, expectFieldError, expectFieldRight, expectToast } from '../../test/fields.ts';
import { showPassword, wantProof } from '../../test/proofs.ts';
import { currentPath, currentState, renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../proof/proof-dialog-host.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';

const made: ApiKey = {
  id: idOf(1),
  name: 'Bot',
  kind: 'ed25519',
  scopes: ['read'],
  allowedNetworks: [],
  createdAt: '2026-03-01T10:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2099-05-30T10:00:00.000Z',
};
const publicPem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----`;
const privatePem = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----`;

const creating = () => page.getByRole('dialog', { name: 'Create an API key' });
const created = () => page.getByRole('dialog', { name: 'API key created' });
const name = () => creating().getByRole('textbox', { name: 'Name' });
const way = () => creating().getByRole('combobox', { name: 'Type' });
const networks = () => creating().getByRole('textbox', { name: /Allowed networks/ });
const publicKey = () => creating().getByRole('textbox', { name: 'Public key (PEM)' });
const create = () => creating().getByRole('button', { name: 'Create key' });
const done = () => created().getByRole('button', { name: 'Done' });
const part = (label: string) => created().getByRole('group', { name: label });
const scopes = () => creating().getByRole('group', { name: 'Permissions' });
const sent = () => server.calls(createApiKey).map(({ body }) => body);

async function openAt(at: string | { pathname: string; search?: string; state: unknown }, as: User = sara) {
  server.reply(listApiKeys, { success: true, keys: [] });
  return renderApp(
    <>
      <ApiKeysCard user={as} />
      <ProofDialogHost user={as} />
    </>,
    { as, at },
  );
}

async function openDialog(as: User = sara) {
  const app = await openAt('/profile?dialog=api-key', as);
  await expect.element(name()).toBeVisible();
  return app;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the form of a new API key', () => {
  it('opens from its card, with an address', async () => {
    await openAt('/profile');
    await button('Create an API key').click();
    await expect.element(name()).toBeVisible();
    await expect.poll(currentPath).toBe('/profile?dialog=api-key');
  });

  it('offers reading only, until its person ticks more', async () => {
    await openDialog();
    await expect.element(checkbox('Read')).toBeChecked();
    await expect.element(checkbox('Trade')).not.toBeChecked();
    await expect.element(checkbox('Withdraw')).not.toBeChecked();
    await expect
      .element(checkbox('Withdraw'))
      .toHaveAccessibleDescription(/saved withdrawal addresses.*two-factor authentication/);
  });

  it('says at each field what is missing, and sends nothing', async () => {
    await openDialog();
    await checkbox('Read').click();
    await way().selectOptions('own');
    await create().click();
    await expectFieldError(name(), 'This field is required');
    await expect.element(scopes()).toHaveAccessibleDescription('This field is required');
    await expectFieldError(publicKey(), 'This isn’t a public Ed25519 key in PEM format');
    expect(sent()).toEqual([]);
  });

  it('names the wrong network while it is typed', async () => {
    await openDialog();
    holdClock();
    await networks().fill('203.0.113.0/24\n10.0.0.300');
    await nextFrames();
    // Not before the typing rests.
    expect(networks().element().getAttribute('aria-invalid')).not.toBe('true');
    await passTime(800);
    await expectFieldError(networks(), '\u206610.0.0.300\u2069 isn’t an IP address');
    await networks().fill('203.0.113.0/24\n10.0.0.30');
    await passTime(800);
    await expectFieldRight(networks());
  });

  it('wants two-factor and a network for a key that withdraws', async () => {
    await openDialog();
    await name().fill('Bot');
    await checkbox('Withdraw').click();
    await create().click();
    await expect.element(scopes()).toHaveAccessibleDescription(/Turn on two-factor authentication first/);
    await expectFieldError(networks(), 'Enter at least one.');
    expect(sent()).toEqual([]);
  });

  it('lets somebody with two-factor make a key that withdraws from the networks they name', async () => {
    await openDialog({ ...sara, twoFactorEnabled: true });
    server.reply(createApiKey, { success: true, key: made, secret: 'the-secret' });
    await name().fill('Bot');
    await way().selectOptions('hmac');
    await checkbox('Withdraw').click();
    await networks().fill(' 203.0.113.7 \n\n2001:db8::/48\n');
    await create().click();
    await expect.element(created()).toBeVisible();
    expect(sent()).toEqual([
      {
        name: 'Bot',
        kind: 'hmac',
        scopes: ['read', 'withdraw'],
        allowedNetworks: ['203.0.113.7', '2001:db8::/48'],
      },
    ]);
  });

  it('takes no private key', async () => {
    await openDialog();
    await name().fill('Bot');
    await way().selectOptions('own');
    await publicKey().fill(privatePem);
    await create().click();
    await expectFieldError(publicKey(), 'This is a private key.');
    expect(sent()).toEqual([]);
    expect(JSON.stringify(sessionStorage)).not.toContain('PRIVATE KEY');
  });

  it.each(['TooManyApiKeys', 'TwoFactorNotEnabled', 'Busy'] as const)(
    'refused with %s says so in the server’s words, and keeps what was typed',
    async (code) => {
      await openDialog();
      server.refuse(createApiKey, code, { message: 'Not this one.' });
      await name().fill('Bot');
      await create().click();
      await expect.element(creating().getByRole('alert')).toMatchTextContent('Not this one.');
      await expect.element(name()).toHaveValue('Bot');
    },
  );

  it('shows at its field what only the server found', async () => {
    await openDialog();
    server.refuse(createApiKey, 'ValidationFailed', {
      errors: [{ field: 'allowedNetworks', message: 'Not that network.' }],
    });
    await name().fill('Bot');
    await create().click();
    await expectFieldError(networks(), 'Not that network.');
  });

  it('that gets no answer says that the key may be there', async () => {
    await openDialog();
    server.loseAnswer(createApiKey);
    await name().fill('Bot');
    await create().click();
    await expect.element(creating().getByRole('alert')).toMatchTextContent(/may already exist/);
  });

  it('can’t be left while the key is on its way', async () => {
    await openDialog();
    const held = server.hold(createApiKey, { success: true, key: made });
    await name().fill('Bot');
    await create().click();
    await expect.element(create()).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Escape}');
    await expectToast('The key is being created. Please wait.');
    await expect.element(creating()).toBeVisible();
    held.release();
    await expect.element(created()).toBeVisible();
  });

  it('keeps what was typed over a reload', async () => {
    const app = await openDialog();
    await name().fill('Bot');
    await networks().fill('203.0.113.7');
    await app.rerender(<p>Away</p>);
    await app.rerender(<ApiKeysCard user={sara} />);
    await expect.element(name()).toHaveValue('Bot');
    await expect.element(networks()).toHaveValue('203.0.113.7');
  });
});

describe('a key made in the browser', () => {
  async function make() {
    const app = await openDialog();
    wantProof(createApiKey, { success: true, key: made });
    await name().fill('Bot');
    await checkbox('Trade').click();
    await create().click();
    await showPassword();
    await expect.element(created()).toBeVisible();
    return app;
  }
  const shownPem = () => part('Private key').getByRole('code').element().textContent ?? '';

  it('sends the public half, and shows the private one, which belongs to it', async () => {
    await make();
    const [first, second] = server.calls(createApiKey).map(({ body }) => body as { publicKey: string });
    expect(second).toEqual(first);
    expect(first).toMatchObject({ name: 'Bot', kind: 'ed25519', scopes: ['read', 'trade'] });
    const text = new TextEncoder().encode('a call');
    const privateKey = await crypto.subtle.importKey('pkcs8', derOf(shownPem()), 'Ed25519', false, ['sign']);
    const sentKey = await crypto.subtle.importKey('spki', derOf(first?.publicKey ?? ''), 'Ed25519', false, [
      'verify',
    ]);
    const signature = await crypto.subtle.sign('Ed25519', privateKey, text);
    expect(await crypto.subtle.verify('Ed25519', sentKey, signature, text)).toBe(true);
    await expect.element(part('Key ID')).toMatchTextContent(made.id);
  });

  it('can only be left once its person says that they have it', async () => {
    await make();
    await expect.element(done()).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expectToast('Save the key first. It won’t be shown again.');
    await expect.element(created()).toBeVisible();
    expect(created().getByRole('button', { name: 'Close' }).query()).toBeNull();
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await checkbox('I have saved it in a safe place').click();
    await done().click();
    await expect.element(created()).not.toBeInTheDocument();
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('is downloaded as a file that OpenSSL and Node read', async () => {
    await make();
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob);
      return '#';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await part('Private key').getByRole('button', { name: 'Download' }).click();
    expect(click).toHaveBeenCalledOnce();
    expect(await blobs[0]?.text()).toBe(`${shownPem()}\n`);
    expect(shownPem()).toMatch(
      /^-----BEGIN PRIVATE KEY-----\n[A-Za-z0-9+/=]{64}\n-----END PRIVATE KEY-----$/,
    );
  });

  it('is nowhere after a reload, which makes no second one', async () => {
    const app = await make();
    const pem = shownPem();
    const secret = pem.split('\n')[1] ?? '';
    await expect.poll(currentState).toEqual({ isFinished: true });
    expect(JSON.stringify([sessionStorage, localStorage, currentState()])).not.toContain(secret);
    expect(JSON.stringify(sent())).not.toContain(secret);
    const state = currentState();
    await app.unmount();
    await openAt({ pathname: '/profile', search: '?dialog=api-key', state });
    await expect.element(button('Create an API key')).toBeVisible();
    await expect.poll(currentPath).toBe('/profile');
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(document.body.textContent).not.toContain(secret);
    expect(server.callCount(createApiKey)).toBe(2);
  });

  it('can’t be made where the browser has no Ed25519, which says what else to do', async () => {
    await openDialog();
    vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
    await name().fill('Bot');
    await create().click();
    await expect.element(creating().getByRole('alert')).toMatchTextContent(/This browser can’t create/);
    expect(sent()).toEqual([]);
  });
});

describe('a key of another kind', () => {
  it('that brings its own public half shows nothing secret, and is left freely', async () => {
    await openDialog();
    server.reply(createApiKey, { success: true, key: made });
    await name().fill('Bot');
    await way().selectOptions('own');
    await publicKey().fill(`${publicPem}\n`);
    await create().click();
    await expect.element(part('Key ID')).toMatchTextContent(made.id);
    expect(sent()).toEqual([{ name: 'Bot', kind: 'ed25519', publicKey: publicPem, scopes: ['read'] }]);
    expect(created().getByRole('checkbox').query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.element(created()).not.toBeInTheDocument();
  });

  it('with a shared secret shows it this once', async () => {
    await openDialog();
    server.reply(createApiKey, { success: true, key: { ...made, kind: 'hmac' }, secret: 'the-secret' });
    await name().fill('Bot');
    await way().selectOptions('hmac');
    await create().click();
    await expect.element(part('Secret')).toMatchTextContent('the-secret');
    await expect.element(done()).toBeDisabled();
    await expect.element(created()).toMatchTextContent(/the only time it is shown/);
  });
});

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const body = pem.replaceAll(/-----[^-]+-----|\s/g, '');
  return Uint8Array.from(atob(body), (character) => character.codePointAt(0) ?? 0);
}
