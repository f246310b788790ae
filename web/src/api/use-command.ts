import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { Cancelled, SessionChanged, withinSession } from './cancelled.ts';
import { session } from './session.ts';

export type CommandOptions<Reply, Input> = UseMutationOptions<Reply, Error, Input> &
  Required<Pick<UseMutationOptions<Reply, Error, Input>, 'mutationFn'>> & {
    /** Whoever is there is told what came of it, also where a session has begun or ended meanwhile. */
    isForAnybody?: boolean;
  };

/** Whoever is there now has asked for nothing, and hears nothing. */
function unlessChanged<Words extends unknown[]>(
  tell: ((...words: Words) => unknown) | undefined,
): (...words: Words) => unknown {
  return (...words) => (words.some((word) => word instanceof SessionChanged) ? undefined : tell?.(...words));
}

/**
 * A mutation that a form sends. The second press of a double click comes before the first one is rendered, so what
 * is under way is known here, and not only by the button that will show it. It belongs to the session that it was pressed
 * in: what comes of it in another is told to nobody.
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
    // TypeScript loses sight of the input that may be left out where it is nothing.
    mutate(...([input, heard] as Parameters<typeof mutate>));
  };
  return { ...mutation, error: error instanceof SessionChanged ? null : error, mutate: mutateOnce };
}

/** A command that may ask the person something on its way. One that they cancel ends without a word. */
export function useCancellableCommand<Reply, Input>(options: CommandOptions<Reply, Input>) {
  const { error, ...command } = useCommand<Reply, Input>({
    ...options,
    onError: (failure, ...rest) =>
      failure instanceof Cancelled ? undefined : options.onError?.(failure, ...rest),
  });
  return { ...command, error: error instanceof Cancelled ? null : error };
}

/** Settles as the work does, but never sooner: a step that flashes by leaves doubt whether anything happened. */
export async function atLeast<Result>(durationMs: number, work: Promise<Result>): Promise<Result> {
  const rest = new Promise<void>((resolve) => {
    setTimeout(resolve, durationMs);
  });
  // Both are waited for in any case, so that a refusal takes its time too.
  await Promise.allSettled([work, rest]);
  return work;
}
