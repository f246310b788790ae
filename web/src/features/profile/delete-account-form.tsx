import type { User } from '@mercury/contract/api/users.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { Money } from '../../ui/money.tsx';
import { UsernameForManagers } from '../../ui/username-for-managers.tsx';
import styles from './profile.module.css';
import { useDeleteAccount } from './use-delete-account.ts';
import { useLeftovers } from './use-leftovers.ts';

interface DeleteAccountFormProps {
  user: User;
  onCancel: () => void;
}

export function DeleteAccountForm({ user, onCancel }: DeleteAccountFormProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, submit, isPending, error } = useDeleteAccount(user);
  const isUnderstood = useWatch({ control: form.control, name: 'isUnderstood' });
  const leftovers = useLeftovers();
  const { errors } = form.formState;
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <ul className={styles.points}>
        <li>{t('profile.deletePointNames')}</li>
        <li>{t('profile.deletePointBooks')}</li>
        <li>{t('profile.deletePointAddress')}</li>
      </ul>
      <TextArea
        label={t('profile.deleteReason')}
        hint={t('profile.deleteReasonHint')}
        dir="auto"
        error={fieldError(errors.reason)}
        {...form.register('reason')}
      />
      <UsernameForManagers username={user.username} />
      <PasswordField
        label={t('profile.password')}
        autoComplete="current-password"
        error={fieldError(errors.password)}
        {...form.register('password')}
      />
      {user.twoFactorEnabled && <TwoFactorCodeInput control={form.control} name="twoFactorCode" />}
      {leftovers.length > 0 && (
        <Checkbox
          label={
            <>
              {t('profile.giveUpLeftovers')}{' '}
              {leftovers.map(({ currency, balance }) => (
                <span key={currency} className={styles.leftover}>
                  <Money amount={balance} asset={currency} />
                </span>
              ))}
            </>
          }
          {...form.register('givesUpLeftovers')}
        />
      )}
      <Checkbox label={t('profile.deleteUnderstood')} {...form.register('isUnderstood')} />
      <MoneyInTheWay error={error} />
      <div className={styles.choices}>
        <Button type="submit" variant="danger" isFullWidth isBusy={isPending} disabled={!isUnderstood}>
          {t('profile.confirmDelete')}
        </Button>
        <Button variant="ghost" isFullWidth disabled={isPending} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** What the account still holds, or waits for, stands in the way of its end; the dashboard is where that is settled. */
function MoneyInTheWay({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'AccountHasMoney' && error.code !== 'AccountHasUnfinishedTransactions') return null;
  return (
    <Notice tone="failed">
      {error.message} <PageLink to={paths.dashboard}>{t('profile.toDashboard')}</PageLink>
    </Notice>
  );
}
