import { expect, it, vi } from 'vitest';
import { createIntentKeys } from '../api/intent-key.ts';
import { letStepPass, useBackGuard } from '../ui/back-guard.ts';
import { onBrowserHistory } from './browser-history.ts';
import { renderApp } from './render-app.tsx';

const keys = createIntentKeys('transfer');
const seen = new Set<string>();

it.each(['one test', 'the next'])('%s inherits no intent that another has left unsettled', () => {
  const key = keys.keyFor({ amount: '1' });
  expect(seen).not.toContain(key);
  seen.add(key);
});

function Guarded({ onStep }: { onStep: () => void }) {
  useBackGuard(true, onStep);
  return null;
}

onBrowserHistory('/guarded');

it.each(['one test', 'the next'])('%s guards each step, whatever another has let pass', async () => {
  const onStep = vi.fn<() => void>();
  await renderApp(<Guarded onStep={onStep} />, { isInBrowser: true });
  history.back();
  await expect.poll(() => onStep).toHaveBeenCalled();
  letStepPass();
});
