import { expect, it } from 'vitest';
import { renderApp } from '../../test/render-app.tsx';
import { expectListenersRemoved } from '../../test/window-listeners.ts';
import { RecoveryCodes, recoveryCodesText } from './recovery-codes.tsx';

const codes = <RecoveryCodes codes={['abcd']} email="a@b.example" onKept={() => undefined} />;

it('codes that nobody has kept ask before the page is left', async () => {
  await renderApp(codes);
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});

it('codes that are gone leave no listener behind', () => expectListenersRemoved(codes, ['beforeunload']));

it('the file of the codes says whose they are, each alone on its line, and what they are for', () => {
  const text = recoveryCodesText({
    heading: 'Mercury recovery codes',
    email: 'sara@example.com',
    note: 'Each works once.',
    codes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'],
  });
  expect(text).toBe(
    'Mercury recovery codes\nsara@example.com\n\nAAAA-BBBB-CCCC-DDDD\nEEEE-FFFF-GGGG-HHHH\n\nEach works once.\n',
  );
});
