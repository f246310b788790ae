import { zodResolver } from '@hookform/resolvers/zod';
import { announce, announcementTextsSchema } from '@mercury/contract/console/announcements.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { startOfDay } from '../../i18n/calendar.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { LanguageFields } from '../language-fields.tsx';
import { DialogButtons } from '../dialog-buttons.tsx';
import { announcementsKey } from './queries.ts';

const schema = z.object({
  ...announcementTextsSchema.def.shape,
  /** Days of here, or empty. */
  startsAt: z.string(),
  endsAt: z.string(),
  isMailed: z.boolean(),
});
const nothing = { en: '', fa: '', ru: '', zh: '', startsAt: '', endsAt: '', isMailed: false };

function momentOf(day: string, daysLater: number): string | null {
  return startOfDay(day, daysLater)?.toISOString() ?? null;
}

interface WriteDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** In four languages, of which English is needed; from the beginning of a day until the end of another. */
export function WriteDialog({ isOpen, onClose }: WriteDialogProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: nothing });
  const { errors } = form.formState;
  const [startsAt, endsAt] = useWatch({ control: form.control, name: ['startsAt', 'endsAt'] });
  const write = useConsoleCommand({
    mutationFn: ({ startsAt: from, endsAt: until, isMailed, ...texts }: z.output<typeof schema>) =>
      callConsole(announce, {
        body: { texts, startsAt: momentOf(from, 0), endsAt: momentOf(until, 1), isMailed },
      }),
    onSuccess: () => {
      toast.success(t('announcements.written'));
      onClose();
      return askAgain(client, announcementsKey);
    },
    onError: (error) => showRefusal(form, error, { text: errorMessage(error, tShared) }),
  });
  const submit = form.handleSubmit((values) => write.mutate(values));
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      closesOnBack
      title={t('announcements.write')}
      description={t('announcements.writeText')}
    >
      <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
        <LanguageFields
          kind="text"
          hint={t('languages.needed')}
          registerFor={(locale) => form.register(locale)}
          errorOf={(locale) => fieldError(errors[locale])}
        />
        <div className={styles.pair}>
          <DayField
            label={t('announcements.firstDay')}
            hint={t('announcements.firstDayHint')}
            day={startsAt === '' ? undefined : startsAt}
            error={fieldError(errors.startsAt)}
            onChange={(day) => form.setValue('startsAt', day)}
          />
          <DayField
            label={t('announcements.lastDay')}
            hint={t('announcements.lastDayHint')}
            day={endsAt === '' ? undefined : endsAt}
            error={fieldError(errors.endsAt)}
            onChange={(day) => form.setValue('endsAt', day)}
          />
        </div>
        <Checkbox label={t('announcements.alsoByMail')} {...form.register('isMailed')} />
        <FormProblem control={form.control} />
        <DialogButtons label={t('announcements.publish')} isBusy={write.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
