import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { ReasonDialog, type ReasonDialogProps } from '../reason-dialog.tsx';
import { useTellProposed } from './use-tell-proposed.ts';

interface ProposingDialogProps extends Omit<ReasonDialogProps, 'command'> {
  send: (reason: string) => Promise<{ proposal: Proposal }>;
  /** Also after a refusal: somebody else may have been quicker. */
  onSettled?: () => Promise<unknown>;
}

/** Asks why, and says that it waits for a second person. */
export function ProposingDialog({ send, onSettled, ...dialog }: ProposingDialogProps) {
  const tellProposed = useTellProposed();
  const propose = useConsoleCommand({
    mutationFn: send,
    onSuccess: ({ proposal }) => {
      dialog.onClose();
      return tellProposed(proposal);
    },
    ...(onSettled && { onSettled }),
  });
  return <ReasonDialog {...dialog} command={propose} />;
}
