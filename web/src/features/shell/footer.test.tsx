import { getConfig } from '@mercury/contract/api/config.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { configQuery } from '../../domain/config-query.ts';
import { nextFrames } from '../../test/clock.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { Footer } from './footer.tsx';
import { SlimFooter } from './slim-footer.tsx';
// Fetched when the footer comes near: here before the test, whose patience is not for that.
import './footer-social.tsx';

const footer = () => page.getByRole('contentinfo');
const linkNames = () =>
  footer()
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);
const help = ['Help', 'Fees', 'Status'];
const legal = ['Privacy policy', 'Terms and conditions', 'Cookie policy'];
const github = { network: 'github', url: 'https://github.example/mercury' } as const;

it.each([
  ['the full footer', <Footer key="full" user={null} />],
  ['the slim one', <SlimFooter key="slim" />],
])('%s shows the networks that the operator has set', async (_, shown) => {
  server.reply(getConfig, configOf({ socialLinks: [github] }));
  await renderApp(shown);
  const link = footer().getByRole('link', { name: 'Mercury on GitHub' });
  await expect.element(link).toHaveAttribute('href', github.url);
  expect(
    footer()
      .getByRole('link', { name: /^Mercury on/ })
      .elements(),
  ).toHaveLength(1);
});

it('leaves the networks out where the operator has set none', async () => {
  server.reply(getConfig, configOf({ socialLinks: [] }));
  await renderApp(<SlimFooter />);
  await expect.poll(() => queryClient.getQueryData(configQuery.queryKey)).toBeDefined();
  await nextFrames();
  expect(linkNames()).toEqual(['About us', 'Contact', 'Help', 'Status', ...legal]);
  expect(footer().getByRole('list').elements()).toHaveLength(1);
});

it('is one line inside the app on a wide screen', async () => {
  server.reply(getConfig, configOf({ socialLinks: [github] }));
  await page.viewport(1280, 740);
  await renderApp(<SlimFooter />);
  await expect.element(footer().getByRole('link', { name: 'Mercury on GitHub' })).toBeVisible();
  expect(footer().element().getBoundingClientRect().height).toBeLessThan(64);
});

it.each([
  ['a visitor', null, ['Sign in', 'Sign up', 'Home', 'Markets', 'About us', 'Contact', ...help, ...legal]],
  // Their home is the header's, not the landing page.
  ['a signed-in person', sara, ['Dashboard', 'Profile', 'About us', 'Contact', ...help, ...legal]],
])('on public pages leads %s on', async (_, user, names) => {
  server.reply(getConfig, configOf());
  await renderApp(<Footer user={user} />);
  expect(linkNames()).toEqual(names);
});
