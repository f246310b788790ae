import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { nextFrames } from '../../test/clock.ts';
import { renderApp } from '../../test/render-app.tsx';
import { Strips } from './strips.tsx';

const strip = <p style={{ blockSize: '80px', margin: 0 }}>You are offline</p>;

const pageWith = (shown: ReactNode) => (
  <>
    <Strips isBelowHeader={false}>{shown}</Strips>
    <h1 id="title" style={{ margin: 0 }}>
      Title
    </h1>
    <div style={{ blockSize: '3000px' }}>Text</div>
    <h2 id="part" style={{ margin: 0 }}>
      Part
    </h2>
    <div style={{ blockSize: '3000px' }}>More text</div>
  </>
);

const topOf = (name: string) => page.getByRole('heading', { name }).element().getBoundingClientRect().top;

beforeEach(() => page.viewport(360, 740));

it.each([0, 1, 50, 1000])(
  'a strip that comes hides nothing that was in sight, scrolled by %i',
  async (scrolled) => {
    const { rerender } = await renderApp(pageWith(null));
    window.scrollTo(0, scrolled);
    await nextFrames();
    const before = topOf('Title');
    await rerender(pageWith(strip));
    await expect.element(page.getByText('You are offline')).toBeVisible();
    await nextFrames();
    expect(Math.round(topOf('Title') - before)).toBe(80);
  },
);

it('a link to a part of the page leads to below the strip', async () => {
  await renderApp(pageWith(strip));
  await expect.element(page.getByText('You are offline')).toBeVisible();
  await nextFrames();
  page.getByRole('heading', { name: 'Part' }).element().scrollIntoView();
  expect(Math.round(topOf('Part'))).toBe(80);
});
