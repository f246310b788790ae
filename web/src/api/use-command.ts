import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { Cancelled, SessionChanged, withinSession } from './cancelled.ts';
import { session } from './session.ts';

export type CommandOptions<Reply, Input> = UseMutationOptions<Reply, Error, Input> &
  Required<Pick<UseMutationOptions<Reply, Error, Input>, 'mutationFn'>> & {
    /** Reports the result also if a session began or ended in the meantime. */
    isForAnybody?: boolean;
  };

/** The present person did not send the command, so they hear nothing. */
function unlessChanged<Words extends unknown[]>(
  tell: ((...words: Words) => unknown) | undefined,
): (...words: Words) => unknown {
  return (...words) => (words.some((word) => word instanceof SessionChanged) ? undefined : tell?.(...words));
}

/**
 * A form's mutation. A double click's second press comes before the first render, so this hook itself knows what runs; the
 * disabled button is too late. The command belongs to its session: another session never sees the result.
 */
export function useCommand<Reply, Input>(command: CommandOptions<Reply, Input>) {
  const { isForAnybody = false, ...options } = command;
  const isUnderWay = useRef(false);
  const pressedBy = useRef<string | null>(null);
  const { mutate, error, ...mutation } = useMutation<Reply, Error, Input>({
    ...options,
    mutationFn: async (input, context) => {
      const work = () => options.mutationFn(input, context);
      try {
        return await (isForAnybody ? work() : withinSession(pressedBy.current, work));
      } finally {
        isUnderWay.current = false;
      }
    },
    onError: unlessChanged(options.onError),
    onSettled: unlessChanged(options.onSettled),
  });
  const mutateOnce: typeof mutate = (...[input, told]) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    pressedBy.current = session.read().token;
    const heard = {
      ...told,
      onError: unlessChanged(told?.onError),
      onSettled: unlessChanged(told?.onSettled),
    };
    // TypeScript loses the optional input if its type is void.
    mutate(...([input, heard] as Parameters<typeof mutate>));
  };
  return { ...mutation, error: error instanceof SessionChanged ? null : error, mutate: mutateOnce };
}

/** A command that may ask the person something. If they cancel, it ends silently. */
export function useCancellableCommand<Reply, Input>(options: CommandOptions<Reply, Input>) {
  const { error, ...command } = useCommand<Reply, Input>({
    ...options,
    onError: (failure, ...rest) =>
      failure instanceof Cancelled ? undefined : options.onError?.(failure, ...rest),
  });
  return { ...command, error: error instanceof Cancelled ? null : error };
}

/** Settles with the work, but not sooner than a minimum time: a step that only flashes looks like nothing happened. */
export async function atLeast<Result>(durationMs: number, work: Promise<Result>): Promise<Result> {
  const rest = new Promise<void>((resolve) => {
    setTimeout(resolve, durationMs);
  });
  // Waits for both, so a refusal takes the minimum time too.
  await Promise.allSettled([work, rest]);
  return work;
}
