import { zodResolver } from '@hookform/resolvers/zod';
import { personNameSchema } from '@mercury/contract/api/shapes.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { ConfirmNameDialog } from './confirm-name-dialog.tsx';
import styles from './profile.module.css';
import { useUpdateName } from './use-update-name.ts';

const schema = z.object({ name: personNameSchema });

export function PersonalInfoCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  // The name as another tab may have changed it meanwhile; what is being typed here stays.
  const form = useForm({
    resolver: zodResolver(schema),
    values: { name: user.name },
    resetOptions: { keepDirtyValues: true },
  });
  const [wantedName, setWantedName] = useState('');
  const { key: confirmationKey, ...confirmation } = useDialog();
  const update = useUpdateName();

  const submit = form.handleSubmit(({ name }) => {
    if (user.twoFactorEnabled) {
      setWantedName(name);
      confirmation.open();
    } else {
      update.mutate({ name }, { onSuccess: showSaved, onError: (error) => showFieldErrors(form, error) });
    }
  });
  const showSaved = ({ data }: { data: { user: User } }) => form.reset({ name: data.user.name });

  return (
    <Card title={t('profile.personalTitle')}>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
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
      <ConfirmNameDialog
        key={confirmationKey}
        {...confirmation}
        name={wantedName}
        onClose={confirmation.close}
        onSaved={showSaved}
        onRefused={(error) => showFieldErrors(form, error)}
      />
    </Card>
  );
}
