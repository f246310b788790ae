import { getFirstSteps } from '@mercury/contract/api/wallets.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useCookieChoice, keepCookieChoice } from '../../cookie-choice.ts';
import { topicKey, queryClient } from '../../api/query-client.ts';
import { nextFrames } from '../../test/clock.ts';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { keepStanding, useIsGetStartedListed } from './first-steps-memory.ts';
import { GetStarted } from './get-started.tsx';

type Steps = Partial<{ hasReceivedMoney: boolean; hasTraded: boolean }>;

const nothingDone = { success: true, hasReceivedMoney: false, hasTraded: false } as const;
const list = () => page.getByRole('heading', { name: 'Get started' });
const skeleton = () => page.getByText('Loading your first steps');
const step = (title: string) => page.getByTestId('first-step').filter({ hasText: title });

const old = { id: sara.id, createdAt: '2020-01-01T00:00:00.000Z' };
const newcomer = () => ({ id: sara.id, createdAt: new Date().toISOString() });

function serve(steps: Steps = {}): void {
  server.reply(getFirstSteps, { ...nothingDone, ...steps });
}

interface ListedProps {
  user?: Parameters<typeof GetStarted>[0]['user'];
  isSecured?: boolean | undefined;
  onAddMoney?: () => void;
}

/** As the page composes it: what is over is not asked for. */
function Listed({ user = old, isSecured = false, onAddMoney = listener() }: ListedProps) {
  const isListed = useIsGetStartedListed(user.id);
  return isListed && <GetStarted user={user} isSecured={isSecured} onAddMoney={onAddMoney} />;
}

/** A page that has just been opened knows only what the browser keeps, as another tab's word makes it read that. */
const openPageAnew = () => globalThis.dispatchEvent(new StorageEvent('storage', { key: 'firstSteps' }));

beforeEach(() => {
  serveAccount();
  openPageAnew();
});

describe('the first steps', () => {
  it('lead to adding money, to the first purchase and to securing the account', async () => {
    serve();
    const onAddMoney = listener();
    await renderApp(<Listed onAddMoney={onAddMoney} />, { as: sara });
    await step('Add money').getByRole('button').click();
    expect(onAddMoney).toHaveBeenCalledTimes(1);
    const [trade, profile] = ['Buy your first coin', 'Secure your account'].map((title) =>
      step(title).getByRole('link'),
    );
    await expect.element(trade ?? list()).toHaveAttribute('href', '/dashboard/trade');
    await expect.element(profile ?? list()).toHaveAttribute('href', '/profile');
  });

  it('have a tick and no way on where they are done', async () => {
    serve({ hasReceivedMoney: true });
    await renderApp(<Listed />, { as: sara });
    await expect.element(step('Add money')).toMatchTextContent('Done');
    expect(step('Add money').getByRole('button').query()).toBeNull();
    await expect.element(step('Buy your first coin')).not.toMatchTextContent('Done');
  });

  it('go as soon as the last is done, and are not asked for again', async () => {
    serve({ hasReceivedMoney: true });
    const { rerender } = await renderApp(<Listed isSecured />, { as: sara });
    await expect.element(list()).toBeVisible();
    serve({ hasReceivedMoney: true, hasTraded: true });
    await queryClient.invalidateQueries({ queryKey: topicKey('balance') });
    await expect.element(list()).not.toBeInTheDocument();
    const { length } = server.calls(getFirstSteps);
    await rerender(<p>Elsewhere</p>);
    openPageAnew();
    await rerender(<Listed isSecured />);
    await queryClient.invalidateQueries({ queryKey: topicKey('balance') });
    expect(server.callCount(getFirstSteps)).toBe(length);
  });

  it('stay hidden for whoever hides them, on every page to come', async () => {
    serve();
    const { rerender } = await renderApp(<Listed />, { as: sara });
    await button('Hide this list').click();
    await expect.element(list()).not.toBeInTheDocument();
    await rerender(<p>Elsewhere</p>);
    openPageAnew();
    await rerender(<Listed />);
    await nextFrames();
    expect(list().query()).toBeNull();
  });

  it('are hidden for this account alone', async () => {
    serve();
    const { rerender } = await renderApp(<Listed />, { as: sara });
    await button('Hide this list').click();
    await rerender(<Listed user={{ ...old, id: '00000000-0000-4000-8000-000000000099' }} />);
    await expect.element(list()).toBeVisible();
  });

  it('of the latest eight accounts of a browser are kept', () => {
    const ids = Array.from({ length: 9 }, (_, index) => idOf(index + 1));
    for (const id of ids) keepStanding(id, 'over');
    const kept = JSON.parse(localStorage.getItem('firstSteps') ?? '') as [string, string][];
    expect(kept.map(([mark]) => mark)).toEqual(ids.slice(1).map((id) => id.slice(-8)));
  });

  it('are kept in no browser that may keep nothing', async () => {
    keepCookieChoice({ ...useCookieChoice.getState(), functional: false });
    serve();
    await renderApp(<Listed />, { as: sara });
    await button('Hide this list').click();
    await expect.element(list()).not.toBeInTheDocument();
    expect(localStorage.getItem('firstSteps')).toBeNull();
  });
});

describe('while they are not known', () => {
  it('nothing shows to whoever is no newcomer and never saw them here', async () => {
    const held = server.hold(getFirstSteps, { ...nothingDone, hasReceivedMoney: true, hasTraded: true });
    await renderApp(<Listed isSecured />, { as: sara });
    await nextFrames();
    expect(list().query()).toBeNull();
    held.release();
    await expect.poll(() => localStorage.getItem('firstSteps')).toContain('over');
    expect(list().query()).toBeNull();
  });

  it('a newcomer has their place kept, of the very same height', async () => {
    const held = server.hold(getFirstSteps, nothingDone);
    const { container } = await renderApp(<Listed user={newcomer()} />, { as: sara });
    await expect.element(skeleton()).toBeInTheDocument();
    const before = container.getBoundingClientRect().height;
    held.release();
    await expect.element(step('Secure your account')).toBeVisible();
    expect(container.getBoundingClientRect().height).toBe(before);
  });

  it('nothing is said of the protection of the account', async () => {
    serve();
    await renderApp(<GetStarted user={newcomer()} isSecured={undefined} onAddMoney={listener()} />, {
      as: sara,
    });
    await expect.poll(() => server.callCount(getFirstSteps)).toBeGreaterThan(0);
    await expect.element(skeleton()).toBeInTheDocument();
  });

  it('nothing shows where they can’t be loaded', async () => {
    server.refuse(getFirstSteps, 'RateLimitExceeded');
    await renderApp(<Listed user={newcomer()} />, { as: sara });
    await expect.element(skeleton()).not.toBeInTheDocument();
    expect(list().query()).toBeNull();
  });
});
