import { listWatchedCoins, unwatchCoin, watchCoin } from '@mercury/contract/api/watchlist.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { nextFrames } from '../../test/clock.ts';
import { button, expectToast, pressTwice } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { withCoin } from './queries.ts';
import { StarButton } from './star-button.tsx';
import { useMergeStars, useVisitorStars } from './visitor-stars.ts';

const add = () => button('Add Bitcoin to your watchlist');
const remove = () => button('Remove Bitcoin from your watchlist');

function serveWatchlist(...coins: string[]): void {
  server.reply(listWatchedCoins, { success: true, coins });
}

async function open({ isVisitor = false } = {}) {
  const onSignUp = listener();
  await renderApp(
    <StarButton coin="bitcoin" name="Bitcoin" onSignUp={onSignUp} />,
    isVisitor ? {} : { as: sara },
  );
  return onSignUp;
}

it('invites a visitor to sign up, and asks the server nothing', async () => {
  const onSignUp = await open({ isVisitor: true });
  await add().click();
  expect(onSignUp).toHaveBeenCalledOnce();
  expect([server.callCount(listWatchedCoins), server.callCount(watchCoin)]).toEqual([0, 0]);
});

afterEach(() => useVisitorStars.setState({ coins: [] }));

describe('of a visitor', () => {
  function Page() {
    useMergeStars();
    return <StarButton coin="bitcoin" name="Bitcoin" onSignUp={() => undefined} />;
  }

  async function starAndSignIn(): Promise<void> {
    await renderApp(<Page />);
    await add().click();
    await expect.element(remove()).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('stars')).toBe('["bitcoin"]');
    signIn(sara);
  }

  it('goes into the watchlist of whoever signs in, and is kept nowhere else', async () => {
    serveWatchlist('ethereum');
    let held: { release: () => void } | undefined;
    server.replyBy(watchCoin, () => {
      held = server.hold(listWatchedCoins, { success: true, coins: ['ethereum', 'bitcoin'] });
      return null;
    });
    await starAndSignIn();
    await expect.poll(() => held).toBeDefined();
    await nextFrames();
    // Until the list has it, it stays lit.
    await expect.element(remove()).toHaveAttribute('aria-pressed', 'true');
    held?.release();
    await expect.poll(() => localStorage.getItem('stars')).toBe('[]');
    expect(server.calls(watchCoin)[0]?.params).toEqual({ coin: 'bitcoin' });
    await expect.element(remove()).toHaveAttribute('aria-pressed', 'true');
  });

  it('is kept for the next visit where no answer comes', async () => {
    serveWatchlist();
    server.loseAnswer(watchCoin);
    await starAndSignIn();
    await expect.poll(() => server.callCount(watchCoin)).toBe(1);
    expect(localStorage.getItem('stars')).toBe('["bitcoin"]');
  });

  it('is taken back by a second press', async () => {
    await renderApp(<Page />);
    await add().click();
    await remove().click();
    await expect.element(add()).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem('stars')).toBe('[]');
  });
});

describe('of somebody signed in', () => {
  it('shows whether the coin is watched', async () => {
    serveWatchlist('ethereum', 'bitcoin');
    await open();
    await expect.element(remove()).toHaveAttribute('aria-pressed', 'true');
  });

  it('changes at the press, and stays so once the server has said yes', async () => {
    serveWatchlist('ethereum');
    await open();
    const held = server.hold(watchCoin, null);
    await add().click();
    await expect.element(remove()).toBeVisible();
    serveWatchlist('ethereum', 'bitcoin');
    held.release();
    await expect.poll(() => server.callCount(listWatchedCoins)).toBe(2);
    await expect.element(remove()).toBeVisible();
    expect(server.calls(watchCoin).map(({ params }) => params)).toEqual([{ coin: 'bitcoin' }]);
  });

  it('sends one press after another, so that the last one counts', async () => {
    serveWatchlist();
    await open();
    const held = server.hold(watchCoin, null);
    server.reply(unwatchCoin, null);
    await add().click();
    await remove().click();
    await expect.element(add()).toBeVisible();
    expect(server.callCount(unwatchCoin)).toBe(0);
    held.release();
    await expect.poll(() => server.callCount(unwatchCoin)).toBe(1);
    await expect.element(add()).toBeVisible();
  });

  it('is as before where the server refuses, whose reason is told', async () => {
    serveWatchlist('ethereum');
    await open();
    server.refuse(watchCoin, 'TooManyWatchedCoins', { message: 'Your watchlist is full.' });
    await add().click();
    await expectToast('Your watchlist is full.');
    await expect.element(add()).toHaveAttribute('aria-pressed', 'false');
  });

  it('waits for the list: until then nobody knows what a press would do', async () => {
    const held = server.hold(listWatchedCoins, { success: true, coins: ['bitcoin'] });
    await open();
    await expect.element(add()).toHaveAttribute('aria-disabled', 'true');
    pressTwice(add());
    expect(server.callCount(watchCoin)).toBe(0);
    held.release();
    await expect.element(remove()).not.toHaveAttribute('aria-disabled');
  });
});

it('adds a coin at the end, once', () => {
  expect(withCoin(['a', 'b'], { coin: 'c', isWatched: true })).toEqual(['a', 'b', 'c']);
  expect(withCoin(['a', 'b'], { coin: 'a', isWatched: true })).toEqual(['b', 'a']);
  expect(withCoin(['a', 'b'], { coin: 'a', isWatched: false })).toEqual(['b']);
});
