import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { sara } from '../test/samples.ts';
import { NextStep } from './next-step.tsx';

const unproven = { ...sara, emailVerified: false };

it.each([
  ['a visitor to register', undefined, 'Begin here', 'Create an account', '/register'],
  [
    'to the proof of the email first',
    unproven,
    'One step left: verify your email',
    'Verify email',
    '/dashboard',
  ],
  ['to the wallet', sara, 'Your wallet is open', 'Go to your wallet', '/dashboard'],
] as const)('leads %s, and says what is so', async (_, as, title, label, path) => {
  await renderApp(<NextStep visitorTitle="Begin here" visitorText="Now" />, as === undefined ? {} : { as });
  await expect.element(page.getByRole('region', { name: title })).toBeVisible();
  const links = page.getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[label, path]]);
});
