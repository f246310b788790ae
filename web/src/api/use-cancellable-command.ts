import type { UseMutationOptions } from '@tanstack/react-query';
import { Cancelled } from './cancelled.ts';
import { useCommand } from './use-command.ts';

/** A command that may ask the person something on its way. One that they cancel ends without a word. */
export function useCancellableCommand<Reply, Input>(
  options: UseMutationOptions<Reply, Error, Input> &
    Required<Pick<UseMutationOptions<Reply, Error, Input>, 'mutationFn'>>,
) {
  const { error, ...command } = useCommand<Reply, Input>({
    ...options,
    onError: (failure, ...rest) =>
      failure instanceof Cancelled ? undefined : options.onError?.(failure, ...rest),
  });
  return { ...command, error: error instanceof Cancelled ? null : error };
}
