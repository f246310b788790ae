import { getConfig } from '@mercury/contract/api/config.ts';
import { expect, it } from 'vitest';
import { signIn } from '../test/render-app.tsx';
import { configOf, omid, sara } from '../test/samples.ts';
import { server } from '../test/stand-in-server.ts';
import { moneyActions } from './money-actions.ts';
import { queryClient } from '../api/query-client.ts';
import { SessionChanged } from '../api/cancelled.ts';

it.each(['live', 'simulated'] as const)(
  'money that is %s is moved for nobody but whoever asked for it',
  async (moneyMode) => {
    signIn(sara);
    const held = server.hold(getConfig, { ...configOf(), moneyMode });
    const asked = moneyActions(queryClient);
    await expect.poll(() => server.callCount(getConfig)).toBe(1);
    signIn(omid);
    held.release();
    await expect(asked).rejects.toBeInstanceOf(SessionChanged);
  },
);
