import { zodResolver } from '@hookform/resolvers/zod';
import { key } from '@mercury/contract/api/shapes.ts';
import { changePassword, changePasswordFields, type User } from '@mercury/contract/api/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField, UsernameForManagers } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { KnownPasskeys, sentPasskeyIds } from '../factors/known-passkeys.tsx';
import { ProfileMeter } from '../password/meters.tsx';
import { passkeysQuery } from '../security/queries.ts';
import { sentTwoFactorCode, twoFactorCodeFieldSchema } from './two-factor-fields.ts';
import styles from './profile.module.css';

export function ChangePasswordCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, submit, isPending, keptIds, setKeptIds } = useChangePassword(user);
  const passkeys = useQuery(passkeysQuery);
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const { errors } = form.formState;
  return (
    <Card title={t('profile.passwordTitle')}>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.text}>{t('profile.passwordText')}</p>
        <UsernameForManagers username={user.username} />
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          error={fieldError(errors.currentPassword)}
          {...form.register('currentPassword')}
        />
        <div className={styles.withMeter}>
          <PasswordField
            label={t('profile.newPassword')}
            autoComplete="new-password"
            error={fieldError(errors.newPassword)}
            // Also clears a mismatch.
            {...form.register('newPassword', { deps: 'confirmPassword' })}
          />
          <ProfileMeter password={newPassword} />
        </div>
        <PasswordField
          label={t('profile.confirmPassword')}
          autoComplete="new-password"
          error={fieldError(errors.confirmPassword)}
          {...form.register('confirmPassword')}
        />
        <KnownPasskeys passkeys={passkeys.data ?? []} keptIds={keptIds} onChange={setKeptIds} />
        {passkeys.isLoadingError && <Notice tone="warning">{t('security.passkeys.keepUnknown')}</Notice>}
        {user.twoFactorEnabled && <TwoFactorCodeInput control={form.control} name="twoFactorCode" />}
        <FormProblem control={form.control} />
        <div>
          <Button type="submit" isBusy={isPending}>
            {t('profile.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const emptyEntry = { currentPassword: '', newPassword: '', confirmPassword: '', twoFactorCode: '' };
type PasswordEntry = typeof emptyEntry;
/** A success replaces the failure. */
const toastId = 'change-password';

function schemaFor({ twoFactorEnabled }: User) {
  return z
    .object({ ...changePasswordFields, twoFactorCode: twoFactorCodeFieldSchema(twoFactorEnabled) })
    .check(
      z.refine((entry) => entry.newPassword === entry.confirmPassword, {
        error: key('passwordsMatch'),
        path: ['confirmPassword'],
        // Shown even while other fields are invalid.
        when: ({ value }) => passwordPair.safeParse(value).success,
      }),
    );
}

const passwordPair = z.object({ newPassword: z.string(), confirmPassword: z.string() });

function useChangePassword(user: User) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const resolver = useMemo(() => zodResolver(schemaFor(user)), [user]);
  const form = useForm<PasswordEntry>({ resolver, defaultValues: emptyEntry });
  const [keptIds, setKeptIds] = useState<string[]>([]);
  const { mutate, isPending } = useCommand({
    mutationFn: ({ twoFactorCode, ...passwords }: PasswordEntry) =>
      call(changePassword, {
        body: { ...passwords, ...sentTwoFactorCode(twoFactorCode), ...sentPasskeyIds(keptIds) },
      }),
    onSuccess: (reply) => {
      form.reset(emptyEntry);
      setKeptIds([]);
      toast.success(reply.message || t('toast.passwordUpdated'), { id: toastId });
      return askAgain(queryClient, passkeysQuery.queryKey);
    },
    onError: (error) => {
      const text = joinedErrorMessage(error, t, { fallback: t('toast.passwordFailed') });
      toast.error(text, { id: toastId });
      showRefusal(form, error, {
        text,
        fields: { password: 'currentPassword', code: 'twoFactorCode' },
      });
    },
  });
  return { form, isPending, keptIds, setKeptIds, submit: form.handleSubmit((entry) => mutate(entry)) };
}
