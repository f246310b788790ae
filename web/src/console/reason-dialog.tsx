import { zodResolver } from '@hookform/resolvers/zod';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../api/cancelled.ts';
import { errorMessage } from '../api/error-message.ts';
import { showRefusal } from '../api/show-field-errors.ts';
import { useFieldError } from '../i18n/use-field-error.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextArea } from '../ui/text-area.tsx';
import styles from './console.module.css';

const schema = z.object({ reason: whySchema });

interface ReasonDialogProps {
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
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) =>
    command.mutate(reason, {
      onError: (error) => {
        // They would rather not prove who they are: nothing happened.
        if (error instanceof Cancelled) return;
        showRefusal(form, error, { text: errorMessage(error, tShared) });
      },
    }),
  );
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="sm" closesOnBack title={title} description={text}>
      <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t('reason.label')}
          hint={t('reason.hint')}
          dir="auto"
          error={fieldError(form.formState.errors.reason)}
          {...form.register('reason')}
        />
        <FormProblem control={form.control} />
        <div className={styles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {t('proof.cancel')}
          </Button>
          <Button type="submit" variant={isTaking ? 'danger' : 'primary'} isBusy={command.isPending}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
