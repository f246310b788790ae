import { zodResolver } from '@hookform/resolvers/zod';
import { personNameSchema } from '@mercury/contract/api/shapes.ts';
import { type User, updateProfile } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useCommand } from '../../api/use-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';

const schema = z.object({ name: personNameSchema });

function useUpdateName() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (name: string) => call(updateProfile, { body: { name } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      toast.success(reply.message || t('toast.profileUpdated'));
    },
    onError: (error) => {
      toast.error(joinedErrorMessage(error, t, { fallback: t('toast.profileFailed') }));
    },
  });
}

export function PersonalInfoCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: user.name } });
  const update = useUpdateName();
  return (
    <Card title={t('profile.personalTitle')}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => void form.handleSubmit(({ name }) => update.mutate(name))(event)}
      >
        <TextField label={t('profile.email')} value={user.email} readOnly dir="ltr" type="email" />
        <TextField label={t('profile.username')} value={user.username} readOnly dir="ltr" />
        <TextField
          label={t('profile.name')}
          autoComplete="name"
          dir="auto"
          error={fieldError(form.formState.errors.name)}
          {...form.register('name')}
        />
        <div>
          <Button type="submit" isBusy={update.isPending}>
            {t('profile.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
