import { expect, it, vi } from 'vitest';
import { expectPath, nextStep, onBrowserHistory } from '../test/browser-history.ts';
import { renderApp } from '../test/render-app.tsx';
import { letStepPass, useBackGuard } from './back-guard.ts';

onBrowserHistory('/lower');

interface GuardedProps {
  isActive?: boolean;
  onStep: () => void;
}

function Guarded({ isActive = true, onStep }: GuardedProps) {
  useBackGuard(isActive, onStep);
  return null;
}

it('each guard leads back to its own entry, also after another one at the entry above has ended', async () => {
  const [onLower, onUpper] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const both = (isUpper: boolean) => (
    <>
      <Guarded onStep={onLower} />
      <Guarded isActive={isUpper} onStep={onUpper} />
    </>
  );
  const { rerender } = await renderApp(both(false), { isInBrowser: true });
  history.pushState({ idx: 2, key: 'upper' }, '', '/upper');
  await rerender(both(true));
  history.back();
  await expect.poll(() => onUpper).toHaveBeenCalledOnce();
  await expectPath('/upper');
  await rerender(both(false));
  letStepPass();
  history.back();
  await nextStep();
  history.back();
  await expect.poll(() => onLower).toHaveBeenCalledOnce();
  await expectPath('/lower');
});

it('the dialog above is still guarded once the one below it has ended', async () => {
  const [onLower, onUpper] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const both = (isLower: boolean) => (
    <>
      <Guarded isActive={isLower} onStep={onLower} />
      <Guarded onStep={onUpper} />
    </>
  );
  const { rerender } = await renderApp(both(true), { isInBrowser: true });
  await rerender(both(false));
  history.back();
  await expect.poll(() => onUpper).toHaveBeenCalledOnce();
  expect(onLower).not.toHaveBeenCalled();
});

it('a step that the app takes where nothing is guarded lets no later one pass', async () => {
  letStepPass();
  const onStep = vi.fn<() => void>();
  await renderApp(<Guarded onStep={onStep} />, { isInBrowser: true });
  history.back();
  await expect.poll(() => onStep).toHaveBeenCalledOnce();
});

it('Back from the next page to a tab’s first one stays there, though its entry is a copy', async () => {
  history.replaceState({ idx: 0, key: 'first' }, '', '/first');
  const guarded = (isActive: boolean) => <Guarded isActive={isActive} onStep={() => undefined} />;
  const { rerender } = await renderApp(guarded(true), { isInBrowser: true });
  await rerender(guarded(false));
  history.pushState({ idx: 2, key: 'next' }, '', '/next');
  const back = vi.spyOn(history, 'back');
  history.go(-1);
  await nextStep();
  await expectPath('/first');
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
});
