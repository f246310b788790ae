import { zodResolver } from '@hookform/resolvers/zod';
import { contactFormSchema, sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Send } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { atLeast, useCommand } from '../../api/use-command.ts';
import { call } from '../../api/client.ts';
import { configQuery } from '../../domain/config-query.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './contact-page.module.css';

/** The specification's duration (section 9). */
const sendingMinMs = 2000;

/** A signed-in person's name and email are prefilled. */
type ContactAuthor = Pick<ContactMessage, 'name' | 'email'>;

function failureText(error: Error, t: TFunction): string {
  return joinedErrorMessage(error, t, { fallback: t('contactPage.failed') });
}

function useSendMessage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    isForAnybody: true,
    mutationFn: (message: ContactMessage) =>
      atLeast(
        sendingMinMs,
        contactSender(queryClient).then((sender) => sender.send(message)),
      ),
    onSuccess: (reply) => toast.success(reply.message || t('contactPage.sent')),
    onError: (error) => toast.error(failureText(error, t)),
  });
}

export function ContactForm({ author }: { author: ContactAuthor }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { mutate, isPending } = useSendMessage();
  const form = useForm({
    resolver: zodResolver(contactFormSchema),
    // A session that loads late only fills untouched fields.
    values: { ...author, subject: '', message: '' },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((message) =>
    mutate(message, {
      // Clears everything that was sent, unlike the prefill.
      onSuccess: () => form.reset({ ...author, subject: '', message: '' }, { keepDirtyValues: false }),
      onError: (error) => showRefusal(form, error, { text: failureText(error, t) }),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.form}>
        <div className={styles.author}>
          <TextField
            label={t('contactPage.name')}
            autoComplete="name"
            dir="auto"
            error={fieldError(errors.name)}
            {...form.register('name')}
          />
          <TextField
            label={t('contactPage.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            error={fieldError(errors.email)}
            {...form.register('email')}
          />
        </div>
        <TextField
          label={t('contactPage.subject')}
          autoComplete="off"
          dir="auto"
          error={fieldError(errors.subject)}
          {...form.register('subject')}
        />
        <TextArea
          label={t('contactPage.message')}
          dir="auto"
          error={fieldError(errors.message)}
          {...form.register('message')}
        />
        <FormProblem control={form.control} />
        <div>
          <Button
            type="submit"
            isBusy={isPending}
            icon={<Send size={18} aria-hidden="true" className="flip-in-rtl" />}
          >
            {t('contactPage.submit')}
          </Button>
        </div>
      </div>
    </form>
  );
}

type ContactMessage = BodyOf<typeof sendContactMessage>;

/** The recipient of the message: the server, or nobody, as the operator chose. */
interface ContactSender {
  send(message: ContactMessage): Promise<Pick<ReplyOf<typeof sendContactMessage>, 'message'>>;
}

const liveSender: ContactSender = {
  send: (message) => call(sendContactMessage, { body: message }),
};

/** The specification's interface (section 4): no call is made. */
const simulatedSender: ContactSender = {
  send: () => Promise.resolve({ message: '' }),
};

async function contactSender(queryClient: QueryClient): Promise<ContactSender> {
  const { moneyMode } = await queryClient.ensureQueryData(configQuery);
  return moneyMode === 'live' ? liveSender : simulatedSender;
}
