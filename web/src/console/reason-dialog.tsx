import { zodResolver } from '@hookform/resolvers/zod';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Modal } from '../ui/modal.tsx';
import { ReasonForm } from './reason-form.tsx';

const schema = z.object({ reason: whySchema });

export interface ReasonDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text: string;
  confirmLabel: string;
  /** Somebody loses something by it. */
  isTaking?: boolean;
  command: {
    isPending: boolean;
    mutate: (reason: string, told: { onError: (error: Error) => void }) => void;
  };
}

/** Asks why; the audit log keeps the answer. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isOpen, onClose, title, text, confirmLabel, isTaking = false, command } = props;
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: '' } });
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="sm" closesOnBack title={title} description={text}>
      <ReasonForm
        form={form}
        command={{ ...command, mutate: ({ reason }, told) => command.mutate(reason, told) }}
        submitLabel={confirmLabel}
        isTaking={isTaking}
        onClose={onClose}
      />
    </Modal>
  );
}
