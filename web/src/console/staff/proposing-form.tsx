import type { Proposal } from '@mercury/contract/console/proposals.ts';
import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useFirstProblem } from '../../ui/use-first-problem.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { useTellProposed } from '../proposals/use-tell-proposed.ts';

interface ProposingFormProps<Values extends FieldValues & { reason: string }> {
  form: UseFormReturn<Values>;
  submitLabel: string;
  onClose: () => void;
  send: (values: Values) => Promise<{ proposal: Proposal }>;
  /** The fields before the reason. */
  children?: ReactNode;
}

/** What a second person decides about: its fields, why, and that it waits. */
export function ProposingForm<Values extends FieldValues & { reason: string }>(
  props: ProposingFormProps<Values>,
) {
  const { form, submitLabel, onClose, send, children } = props;
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const tellProposed = useTellProposed();
  const propose = useConsoleCommand({
    mutationFn: send,
    onSuccess: ({ proposal }) => {
      onClose();
      return tellProposed(proposal);
    },
    onError: (error) => {
      // They would rather not prove who they are: nothing happened.
      if (!(error instanceof Cancelled)) showRefusal(form, error, { text: errorMessage(error, tShared) });
    },
  });
  const submit = form.handleSubmit((values) => propose.mutate(values));
  const firstProblem = useFirstProblem(form);
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
      <div className={styles.pair}>
        <Button variant="secondary" onClick={onClose}>
          {t('proof.cancel')}
        </Button>
        <Button type="submit" isBusy={propose.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
