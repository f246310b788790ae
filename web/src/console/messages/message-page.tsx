import { zodResolver } from '@hookform/resolvers/zod';
import { answerMessage, answerSchema, type ContactMessage } from '@mercury/contract/console/messages.ts';
import { localeTraits } from '@mercury/contract/locales.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { useMay } from '../api/me.ts';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import consoleStyles from '../console.module.css';
import { consolePaths } from '../paths.ts';
import styles from './messages.module.css';
import { messageQuery } from './queries.ts';

export function MessagePage() {
  const { t } = useTranslation('console');
  const mayAnswer = useMay('messages.answer');
  const { id = '' } = useParams();
  const query = useQuery(messageQuery(id));
  return (
    <Page title={t('messages.message')}>
      <Link to={consolePaths.messages}>{t('messages.back')}</Link>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('messages.loading')} heights={['10rem']} />}
        failedTitle={t('messages.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(message) => (
          <>
            <Written message={message} />
            <Answers message={message} />
            {mayAnswer && <AnswerCard message={message} />}
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Written({
  message: { name, email, subject, message, locale, writtenAt },
}: {
  message: ContactMessage;
}) {
  const { t } = useTranslation('console');
  return (
    <Card title={`\u2068${subject}\u2069`}>
      <DetailList>
        <Detail label={t('messages.from')}>
          <bdi>{name}</bdi> · <bdi dir="ltr">{email}</bdi>
        </Detail>
        <Detail label={t('audit.time')}>
          <DateText at={writtenAt} />
        </Detail>
        <Detail label={t('messages.reads')}>
          <bdi lang={locale}>{localeTraits[locale].label}</bdi>
        </Detail>
      </DetailList>
      <p className={styles.words} dir="auto">
        {message}
      </p>
      <p className={consoleStyles.note}>{t('messages.unproved')}</p>
    </Card>
  );
}

function Answers({ message: { answers } }: { message: ContactMessage }) {
  const { t } = useTranslation('console');
  if (answers.length === 0) return null;
  return (
    <Card title={t('messages.answers')}>
      <ul className={consoleStyles.list}>
        {answers.map(({ id, answer, answeredBy, answeredAt }) => (
          <li key={id} className={consoleStyles.row} data-testid="answer">
            <div className={consoleStyles.about}>
              <p className={styles.words} dir="auto">
                {answer}
              </p>
              <p className={consoleStyles.meta}>
                <bdi>{answeredBy}</bdi> · <DateText at={answeredAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const schema = z.object({ answer: answerSchema });

/** By mail. Where somebody else answered first, their answer is shown and what was typed stays. */
function AnswerCard({ message: { id, answers } }: { message: ContactMessage }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const client = useQueryClient();
  const { queryKey } = messageQuery(id);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { answer: '' } });
  const send = useConsoleCommand({
    mutationFn: ({ answer }: z.output<typeof schema>) =>
      callConsole(answerMessage, { params: { id }, body: { answer, answersSeen: answers.length } }),
    onSuccess: ({ message }) => {
      toast.success(t('messages.sent'));
      client.setQueryData(queryKey, message);
      form.reset();
    },
    onError: (error) => {
      showRefusal(form, error, { text: errorMessage(error, tShared) });
      return error instanceof ApiError && error.code === 'MessageAnswered'
        ? askAgain(client, queryKey)
        : undefined;
    },
  });
  const submit = form.handleSubmit((values) => send.mutate(values));
  return (
    <Card title={t('messages.answer')}>
      <form noValidate className={consoleStyles.stack} onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t('messages.yourAnswer')}
          hint={t('messages.answerHint')}
          dir="auto"
          rows={6}
          error={fieldError(form.formState.errors.answer)}
          {...form.register('answer')}
        />
        <FormProblem control={form.control} />
        <Button type="submit" isBusy={send.isPending}>
          {t('messages.send')}
        </Button>
      </form>
    </Card>
  );
}
