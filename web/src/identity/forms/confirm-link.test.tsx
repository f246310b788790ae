import { freezeAccount } from '@mercury/contract/api/security.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FreezeAccountRoute } from '../../routes/mailed-links.tsx';
import { button } from '../../test/fields.ts';
import { currentState, renderApp } from '../../test/render-app.tsx';
import { success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';

const done = () => page.getByText('Your account is frozen', { exact: true });

it('forgets the token of a link that has done its work, and says on a reload that it is done', async () => {
  server.reply(freezeAccount, success());
  const { unmount } = await renderApp(<FreezeAccountRoute />, { at: '/freeze-account#token=used' });
  await button('Freeze my account').click();
  await expect.element(done()).toBeVisible();
  await expect.poll(() => JSON.stringify(currentState())).not.toContain('used');
  const state = currentState();
  await unmount();
  await renderApp(<FreezeAccountRoute />, { at: { pathname: '/freeze-account', state } });
  await expect.element(done()).toBeVisible();
  expect(button('Freeze my account').query()).toBeNull();
  expect(server.callCount(freezeAccount)).toBe(1);
});
