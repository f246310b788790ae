import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { LandingPage } from './landing-page.tsx';

const invitations = () => page.getByRole('button', { name: /Get started|Create an account/ }).elements();
const walletLinks = () => page.getByRole('link', { name: 'Go to your wallet' }).elements();

it('invites a visitor to register, at its beginning and at its end', async () => {
  const onGetStarted = listener();
  await renderApp(<LandingPage market={null} onGetStarted={onGetStarted} />);
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByRole('button', { name: 'Create an account' }).click();
  expect(onGetStarted.mock.calls).toHaveLength(2);
  expect(walletLinks()).toHaveLength(0);
});

it('leads who is signed in to their wallet, and asks nothing', async () => {
  await renderApp(<LandingPage market={null} onGetStarted={listener()} />, { as: sara });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(walletLinks().map((link) => link.getAttribute('href'))).toEqual(['/dashboard', '/dashboard']);
  expect(invitations()).toHaveLength(0);
});
