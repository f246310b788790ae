import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { sara } from '../test/samples.ts';
import { Greeting } from './dashboard.tsx';

const kept = (): unknown => JSON.parse(localStorage.getItem('lastKnown') ?? 'null');

it('greets by the name of the moment, and keeps that for the next visit', async () => {
  const { rerender } = await renderApp(<Greeting user={sara} />, { as: sara });
  await rerender(<Greeting user={{ ...sara, name: 'Sara M.' }} />);
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Sara M\./);
  expect(kept()).toMatchObject({ greeting: { locale: 'en', text: expect.stringContaining('Sara M.') } });
});
