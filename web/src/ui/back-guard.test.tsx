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
