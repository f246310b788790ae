import { type CommandOptions, useCancellableCommand } from '../../api/use-command.ts';

/** A command of the console. It has no customer's session to change under it, and may ask the person for a proof. */
export function useConsoleCommand<Reply, Input>(options: CommandOptions<Reply, Input>) {
  return useCancellableCommand<Reply, Input>({ ...options, isForAnybody: true });
}
