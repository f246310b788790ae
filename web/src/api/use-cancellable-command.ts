import { Cancelled } from './cancelled.ts';
import { type CommandOptions, useCommand } from './use-command.ts';

/** A command that may ask the person something on its way. One that they cancel ends without a word. */
export function useCancellableCommand<Reply, Input>(options: CommandOptions<Reply, Input>) {
  const { error, ...command } = useCommand<Reply, Input>({
    ...options,
    onError: (failure, ...rest) =>
      failure instanceof Cancelled ? undefined : options.onError?.(failure, ...rest),
  });
  return { ...command, error: error instanceof Cancelled ? null : error };
}
