import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { listener } from '../test/listener.ts';
import { signIn } from '../test/render-app.tsx';
import { omid, sara } from '../test/samples.ts';
import { queryClient } from './query-client.ts';
import { useCommand } from './use-command.ts';

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

it.each(['resolve', 'reject'] as const)(
  'a form that outlives the session is told nothing of what was pressed in it, and can be pressed again (%s)',
  async (settle) => {
    signIn(sara);
    const answer = Promise.withResolvers<unknown>();
    const told = { onSuccess: listener(), onError: listener(), onSettled: listener() };
    const { result } = await renderHook(() => useCommand({ mutationFn: () => answer.promise }), { wrapper });
    result.current.mutate(undefined, told);
    await expect.poll(() => result.current.isPending).toBe(true);
    signIn(omid);
    answer[settle](new Error('the balance is 100.00'));
    await expect.poll(() => result.current.isPending).toBe(false);
    expect(result.current.error).toBeNull();
    expect(Object.values(told).map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  },
);
