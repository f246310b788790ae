import { zodResolver } from '@hookform/resolvers/zod';
import { idSchema } from '@mercury/contract/api/shapes.ts';
import { assignDeposit, type UnassignedDeposit } from '@mercury/contract/console/deposits.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { DialogButtons } from '../dialog-buttons.tsx';
import { OwnerSearch } from './owner-search.tsx';
import { depositsKey } from './queries.ts';
import { useTellFinding } from './use-observe.ts';

interface AssignDialogProps {
  deposit: UnassignedDeposit;
  isOpen: boolean;
  onClose: () => void;
}

const schema = z.object({ accountId: idSchema, reason: whySchema });

function useAssign(number: string, onClose: () => void) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const tellFinding = useTellFinding();
  return useConsoleCommand({
    mutationFn: (body: z.output<typeof schema>) => callWithProof(assignDeposit, { params: { number }, body }),
    onSuccess: (finding) => {
      toast.success(t('deposits.assigned'), { description: tellFinding(finding) });
      onClose();
      return askAgain(client, depositsKey);
    },
    // Somebody else was first: the list shows what is so now.
    onError: () => void askAgain(client, depositsKey),
  });
}

export function AssignDialog({ deposit, isOpen, onClose }: AssignDialogProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const { number, amount, currency } = deposit;
  const assign = useAssign(number, onClose);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { accountId: '', reason: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    assign.mutate(values, {
      onError: (error) => {
        if (error instanceof Cancelled) return;
        showRefusal(form, error, { text: errorMessage(error, tShared) });
      },
    }),
  );
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      closesOnBack
      title={t('deposits.assignTitle')}
      description={t('deposits.assignText', { amount, currency })}
    >
      <div className={styles.stack}>
        <OwnerSearch
          error={errors.accountId && t('deposits.chooseOwner')}
          onChoose={(id) => form.setValue('accountId', id, { shouldValidate: form.formState.isSubmitted })}
        />
        <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
          <TextArea
            label={t('reason.label')}
            hint={t('deposits.reasonHint')}
            dir="auto"
            error={fieldError(errors.reason)}
            {...form.register('reason')}
          />
          <FormProblem control={form.control} />
          <DialogButtons label={t('deposits.assign')} isBusy={assign.isPending} onCancel={onClose} />
        </form>
      </div>
    </Modal>
  );
}
