import { expect, it } from 'vitest';
import { renderApp } from '../../test/render-app.tsx';
import { expectListenersRemoved } from '../../test/window-listeners.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const codes = <RecoveryCodes codes={['abcd']} email="a@b.example" onKept={() => undefined} />;

it('codes that nobody has kept ask before the page is left', async () => {
  await renderApp(codes);
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});

it('codes that are gone leave no listener behind', () => expectListenersRemoved(codes, ['beforeunload']));
