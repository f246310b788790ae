import { getConfig, socialNetworks } from '@mercury/contract/api/config.ts';
import { productName } from '@mercury/contract/product.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ContactDetails } from './contact-details.tsx';

const heading = () => page.getByRole('heading', { name: 'Other ways to reach us' });
const ways = () => page.getByRole('term');
const email = () => page.getByRole('link', { name: 'help@example.com' });
const phone = '+1 202 555 0142';

it('shows the ways that the operator names, and no others', async () => {
  server.reply(getConfig, configOf({ contact: { email: null, phone, address: null } }));
  await renderApp(<ContactDetails />);
  await expect.element(page.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:+12025550142');
  expect(ways().elements().length).toBe(1);
  await expect.element(heading()).toBeVisible();
  await expect.element(page.getByText('Follow us')).not.toBeInTheDocument();
});

it('links to every network that an operator can name, each by its name and with a mark', async () => {
  const names = ['X', 'Telegram', 'GitHub', 'LinkedIn', 'Instagram', 'YouTube', 'Discord'];
  const socialLinks = socialNetworks.map((network) => ({ network, url: `https://example.com/${network}` }));
  server.reply(getConfig, configOf({ socialLinks }));
  await renderApp(<ContactDetails />);
  await expect.element(page.getByText('Follow us')).toBeVisible();
  for (const [index, name] of names.entries()) {
    const link = page.getByRole('link', { name: `${productName} on ${name}`, exact: true });
    await expect.element(link).toHaveAttribute('href', socialLinks[index]?.url);
    const mark = link.element().querySelector('path')?.getBoundingClientRect();
    expect(mark?.width).toBeGreaterThan(12);
    expect(mark?.height).toBeGreaterThan(12);
  }
});

it('shows no empty card where the operator names none', async () => {
  const held = server.hold(getConfig, configOf({ contact: { email: null, phone: null, address: null } }));
  await renderApp(<ContactDetails />);
  await expect.element(heading()).toBeVisible();
  held.release();
  await expect.element(heading()).not.toBeInTheDocument();
  expect(ways().elements()).toEqual([]);
});

it('says so when they do not come, and fetches them again', async () => {
  server.loseAnswer(getConfig);
  await renderApp(<ContactDetails />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The contact details could not be loaded/);
  server.reply(getConfig, configOf());
  await button('Try again').click();
  await expect.element(email()).toHaveAttribute('href', 'mailto:help@example.com');
});
