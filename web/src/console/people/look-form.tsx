import { zodResolver } from '@hookform/resolvers/zod';
import { lookAtPerson } from '@mercury/contract/console/people.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { fileKey } from './queries.ts';

const schema = z.object({ reason: whySchema });

/** A file opens with a reason, for half an hour. */
export function LookForm({ id }: { id: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: '' } });
  const look = useConsoleCommand({
    mutationFn: (reason: string) => callConsole(lookAtPerson, { params: { id }, body: { reason } }),
    onSuccess: () => askAgain(client, fileKey(id)),
    onError: (error) => showRefusal(form, error, { text: errorMessage(error, tShared) }),
  });
  const submit = form.handleSubmit(({ reason }) => look.mutate(reason));
  return (
    <Card title={t('people.lookTitle')}>
      <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
        <p className={styles.quiet}>{t('people.lookText')}</p>
        <TextArea
          label={t('reason.label')}
          hint={t('reason.hint')}
          dir="auto"
          error={fieldError(form.formState.errors.reason)}
          {...form.register('reason')}
        />
        <FormProblem control={form.control} />
        <div>
          <Button type="submit" isBusy={look.isPending}>
            {t('people.look')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
