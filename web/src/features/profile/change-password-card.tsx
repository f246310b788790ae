import type { User } from '@mercury/contract/api/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { passkeysQuery } from '../../api/passkeys-query.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KnownPasskeys } from '../../ui/known-passkeys.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { UsernameForManagers } from '../../ui/username-for-managers.tsx';
import { ProfileMeter } from './profile-meter.tsx';
import styles from './profile.module.css';
import { useChangePassword } from './use-change-password.ts';

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
            // Whoever corrects the first of the two has made them equal as well.
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
        <div>
          <Button type="submit" isBusy={isPending}>
            {t('profile.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
