import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPath, onBrowserHistory } from '../test/browser-history.ts';
import { renderApp, signIn } from '../test/render-app.tsx';
import { sara } from '../test/samples.ts';
import { nameFirstEntry } from './entry-state.ts';
import { useOpenedBy } from './opened-by.ts';

const here = '/dashboard?range=week';
const link = `${here}&dialog=sample`;

onBrowserHistory('/elsewhere');

/** The browser names no entry of a page that it has just opened. */
function follow(path: string): void {
  history.pushState(null, '', path);
}

function Page() {
  const { isOpen } = useOpenedBy('sample');
  return <p>{isOpen ? 'open' : 'closed'}</p>;
}

it('a link to a dialog has its page beneath, where Back leads to', async () => {
  signIn(sara);
  follow(link);
  nameFirstEntry();
  await renderApp(<Page />, { isInBrowser: true });
  await expect.element(page.getByText('open')).toBeVisible();
  expect(`${location.pathname}${location.search}`).toBe(link);
  history.back();
  await expectPath(here);
  await expect.element(page.getByText('closed')).toBeVisible();
});

it('a reload adds nothing', () => {
  signIn(sara);
  follow(link);
  nameFirstEntry();
  const { state } = history;
  nameFirstEntry();
  expect(history.state).toEqual(state);
});

it('a page without a dialog, and a visitor’s, stays the only entry, by a name of its own', () => {
  const onlyEntry = { key: expect.any(String) };
  follow(link);
  nameFirstEntry();
  expect(history.state).toEqual(onlyEntry);
  signIn(sara);
  follow(here);
  nameFirstEntry();
  expect(history.state).toEqual(onlyEntry);
});
