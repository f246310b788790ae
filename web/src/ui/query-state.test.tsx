import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { connection } from '../connection.ts';
import { button } from '../test/fields.ts';
import { listener } from '../test/listener.ts';
import { renderApp } from '../test/render-app.tsx';
import { server } from '../test/stand-in-server.ts';
import { QueryState } from './query-state.tsx';

const asked = { data: undefined, error: null, isFetching: true, refetch: () => undefined };
const failed = { ...asked, error: new Error('no answer'), isFetching: false };

interface Shown {
  data: readonly string[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

const stateOf = (query: Shown) => (
  <QueryState
    query={query}
    skeleton={<p>on its way</p>}
    failedTitle="Nothing came"
    errorMessage={(error, _t, { fallback }) => `${error.message}: ${fallback}`}
    isEmpty={({ length }) => length === 0}
    empty={<p>nobody</p>}
    renderFrame={(state) => <section aria-label="frame">{state}</section>}
  >
    {(names) => <p>{names.join(' and ')}</p>}
  </QueryState>
);

const frame = () => page.getByRole('region', { name: 'frame' });

describe('what a query shows', () => {
  it('is, without a connection, that it can’t be had now, however long its call takes to fail', async () => {
    server.setAway(true);
    connection.reportSilence();
    await expect.poll(connection.isOnline).toBe(false);
    await renderApp(stateOf(asked));
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing came');
    await expect.element(page.getByRole('alert')).toMatchTextContent('can’t be reached right now');
    server.setAway(false);
    connection.reportAnswer();
    await expect.element(page.getByText('on its way')).toBeVisible();
  });

  it('is its skeleton until it has come or failed', async () => {
    await renderApp(stateOf(asked));
    await expect.element(page.getByText('on its way')).toBeVisible();
    expect(frame().query()).toBeNull();
  });

  it('is what was fetched, also where it can’t be fetched again', async () => {
    await renderApp(stateOf({ ...failed, data: ['Sara', 'Omid'] }));
    await expect.element(page.getByText('Sara and Omid')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('is, in its frame, that there is nothing', async () => {
    await renderApp(stateOf({ ...asked, data: [] }));
    await expect.element(frame().getByText('nobody')).toBeVisible();
  });

  it('is, in its frame, why it failed, and a way to try again', async () => {
    const refetch = listener();
    const { rerender } = await renderApp(stateOf({ ...failed, refetch }));
    await expect.element(frame().getByText('Nothing came')).toBeVisible();
    await expect.element(page.getByRole('alert')).toMatchTextContent('no answer: Please try again');
    await button('Try again').click();
    expect(refetch).toHaveBeenCalledTimes(1);
    await rerender(stateOf({ ...failed, refetch, isFetching: true }));
    await expect.element(button('Try again')).toHaveAttribute('aria-busy', 'true');
  });
});
