import { getLimits } from '@mercury/contract/api/levels.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { LevelCard } from './level-card.tsx';

const level = { name: 'Basic', advice: null, isHighest: false };
const limits = [
  { kind: 'withdrawal', period: 'day', maxUsd: '1000.00', usedUsd: '580.00', leftUsd: '420.00' },
  { kind: 'withdrawal', period: 'month', maxUsd: '5000.00', usedUsd: '580.00', leftUsd: '4420.00' },
  { kind: 'deposit', period: 'day', maxUsd: '100.00', usedUsd: '0.00', leftUsd: '100.00' },
] as const;
const card = () => page.getByText('Your level is', { exact: false });

async function open(): Promise<void> {
  await renderApp(<LevelCard />, { as: sara });
}

it('says which level it is, what is left, and where to ask for a higher one', async () => {
  server.reply(getLimits, { success: true, level, limits: [...limits] });
  await open();
  await expect.element(card()).toMatchTextContent(/Basic/);
  await expect.element(page.getByText(/\u20664,420\.00.* left of/)).toBeVisible();
  await expect.element(page.getByText('Trades', { exact: true })).toBeVisible();
  await expect.element(page.getByText('No limit')).toBeVisible();
  await expect
    .element(page.getByText('Coins that you deposit always arrive', { exact: false }))
    .toBeVisible();
  const ask = page.getByRole('link', { name: 'Ask us for a higher level' });
  await expect.element(ask).toHaveAttribute('href', '/contact');
});

it('has the operator’s own words for that, and none at the highest', async () => {
  server.reply(getLimits, { success: true, level: { ...level, advice: 'Send us a letter' }, limits: [] });
  await open();
  await expect.element(page.getByText('Send us a letter')).toBeVisible();
  expect(page.getByRole('link', { name: 'Ask us' }).query()).toBeNull();
});

it('is not there where the operator has no levels, and can be asked for again where it failed', async () => {
  server.refuse(getLimits, 'Busy');
  await open();
  await expect.element(page.getByText('Failed to load your level')).toBeVisible();
  server.reply(getLimits, { success: true, level: null, limits: [] });
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'Your level' })).not.toBeInTheDocument();
});
