import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Cancelled } from '../api/cancelled.ts';
import { errorMessage } from '../api/error-message.ts';
import { showRefusal } from '../api/show-field-errors.ts';
import { useFieldError } from '../i18n/use-field-error.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useFirstProblem } from '../ui/use-first-problem.ts';
import styles from './console.module.css';
import { DialogButtons } from './dialog-buttons.tsx';

export interface ReasonFormProps<Values extends FieldValues & { reason: string }> {
  form: UseFormReturn<Values>;
  command: {
    isPending: boolean;
    mutate: (values: Values, told: { onError: (error: Error) => void }) => void;
  };
  submitLabel: string;
  /** Somebody loses something by it. */
  isTaking?: boolean;
  onClose: () => void;
  /** The fields before the reason. */
  children?: ReactNode;
}

/** Fields, why, and a command that is sent with both; the audit log keeps the reason. A refusal is told here. */
export function ReasonForm<Values extends FieldValues & { reason: string }>(props: ReasonFormProps<Values>) {
  const { form, command, submitLabel, isTaking = false, onClose, children } = props;
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const firstProblem = useFirstProblem(form);
  const submit = form.handleSubmit((values) =>
    command.mutate(values, {
      onError: (error) => {
        // They would rather not prove who they are: nothing happened.
        if (error instanceof Cancelled) return;
        showRefusal(form, error, { text: errorMessage(error, tShared) });
      },
    }),
  );
  return (
    <form ref={firstProblem} noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      {children}
      <TextArea
        label={t('reason.label')}
        hint={t('reason.hint')}
        dir="auto"
        error={fieldError(form.getFieldState('reason' as Path<Values>, form.formState).error)}
        {...form.register('reason' as Path<Values>)}
      />
      <FormProblem control={form.control} />
      <DialogButtons label={submitLabel} isBusy={command.isPending} isTaking={isTaking} onCancel={onClose} />
    </form>
  );
}
