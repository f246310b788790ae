import type { Proposal } from '@mercury/contract/console/proposals.ts';
import type { FieldValues } from 'react-hook-form';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { useTellProposed } from './use-tell-proposed.ts';
import { ReasonForm, type ReasonFormProps } from '../reason-form.tsx';

interface ProposingFormProps<Values extends FieldValues & { reason: string }> extends Omit<
  ReasonFormProps<Values>,
  'command'
> {
  send: (values: Values) => Promise<{ proposal: Proposal }>;
}

/** What a second person decides about: its fields, why, and that it waits. */
export function ProposingForm<Values extends FieldValues & { reason: string }>({
  send,
  ...form
}: ProposingFormProps<Values>) {
  const tellProposed = useTellProposed();
  const propose = useConsoleCommand({
    mutationFn: send,
    onSuccess: ({ proposal }) => {
      form.onClose();
      return tellProposed(proposal);
    },
  });
  return <ReasonForm {...form} command={propose} />;
}
