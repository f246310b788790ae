import { zodResolver } from '@hookform/resolvers/zod';
import { setPhrase } from '@mercury/contract/api/security.ts';
import { phraseSchema } from '@mercury/contract/api/shapes.ts';
import { productName } from '@mercury/contract/product.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage, joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ListSkeleton } from './item-row.tsx';
import { askForAccount, securityQuery } from './queries.ts';
import styles from './security.module.css';

export function PhraseCard() {
  const { t } = useTranslation();
  const query = useQuery(securityQuery);
  return (
    <Card title={t('security.phrase.title')}>
      <p className={styles.text}>{t('security.phrase.text', { product: productName })}</p>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('security.phrase.loading')} />}
        failedTitle={t('security.phrase.failedToLoad')}
        errorMessage={errorMessage}
      >
        {/* Another tab may set a phrase: the form restarts with it. */}
        {({ phrase }) => <PhraseForm key={phrase} phrase={phrase} />}
      </QueryState>
    </Card>
  );
}

const schema = z.object({ phrase: phraseSchema });

function useSetPhrase(form: UseFormReturn<{ phrase: string }>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (phrase: string | null) => callWithProof(setPhrase, { body: { phrase } }),
    onSuccess: (reply) => {
      toast.success(reply.message);
      return askForAccount(queryClient);
    },
    onError: (error) => {
      const text = joinedErrorMessage(error, t, { fallback: t('security.phrase.failed') });
      toast.error(text);
      showRefusal(form, error, { text });
    },
  });
}

function PhraseForm({ phrase }: { phrase: string | null }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { phrase: '' } });
  const { mutate, isPending, variables } = useSetPhrase(form);
  const remove = () => {
    form.clearErrors();
    mutate(null);
  };
  const isRemoving = isPending && variables === null;
  return (
    <>
      {phrase !== null && (
        <figure className={styles.phrase}>
          <figcaption className={styles.phraseLabel}>{t('security.phrase.current')}</figcaption>
          <blockquote data-testid="phrase">
            <bdi>{phrase}</bdi>
          </blockquote>
        </figure>
      )}
      <form
        noValidate
        className={styles.phraseForm}
        onSubmit={(event) => void form.handleSubmit((values) => mutate(values.phrase))(event)}
      >
        <TextField
          label={phrase === null ? t('security.phrase.field') : t('security.phrase.newField')}
          hint={t('security.phrase.hint')}
          autoComplete="off"
          dir="auto"
          error={fieldError(form.formState.errors.phrase)}
          {...form.register('phrase')}
        />
        <FormProblem control={form.control} />
        <div className={styles.buttons}>
          <Button type="submit" isBusy={isPending && !isRemoving}>
            {phrase === null ? t('security.phrase.set') : t('security.phrase.change')}
          </Button>
          {phrase !== null && (
            <Button variant="ghost" isBusy={isRemoving} onClick={remove}>
              {t('security.phrase.remove')}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}
