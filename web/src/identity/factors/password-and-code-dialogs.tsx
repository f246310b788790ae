import { zodResolver } from '@hookform/resolvers/zod';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import {
  disableTwoFactor,
  passwordAndCodeBody,
  renewRecoveryCodes,
} from '@mercury/contract/api/two-factor.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { errorMessage, joinedErrorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../security/queries.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PasswordField, UsernameForManagers } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './two-factor.module.css';

interface DisableDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
}

export function DisableDialog({ isOpen, onClose, user }: DisableDialogProps) {
  const { t } = useTranslation();
  const disable = useDisable(onClose);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('twoFactor.disableTitle')}
      description={t('twoFactor.disableWarning')}
    >
      <PasswordAndCodeForm
        username={user.username}
        submitLabel={t('twoFactor.confirmDisable')}
        isDangerous
        isBusy={disable.isPending}
        onSubmit={(entered) => disable.mutate(entered)}
      />
    </Modal>
  );
}

/** One attempt closes the dialog, whatever the answer. A toast shows the result (section 4). */
function useDisable(onAttempted: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (body: PasswordAndCode) => call(disableTwoFactor, { body }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('toast.twoFactorDisabled'));
    },
    onError: (error) => {
      toast.error(errorMessage(error, t, { fallback: t('toast.twoFactorDisableFailed') }));
    },
    onSettled: onAttempted,
  });
}

interface RenewCodesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
}

export function RenewCodesDialog({ isOpen, onClose, user }: RenewCodesDialogProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useRenewCodes();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={codes ? t('twoFactor.codesTitle') : t('twoFactor.newCodesTitle')}
      description={codes ? t('twoFactor.codesText') : t('twoFactor.newCodesText')}
      dismissal={codes ? 'none' : 'free'}
      dismissWarning={t('twoFactor.keepCodesFirst')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={user.email} onKept={onClose} />
      ) : (
        <PasswordAndCodeForm
          username={user.username}
          submitLabel={t('twoFactor.makeNewCodes')}
          isBusy={renew.isPending}
          onSubmit={(entered, form) =>
            renew.mutate(entered, {
              onSuccess: (reply) => setCodes(reply.data.recoveryCodes),
              onError: (error) =>
                showRefusal(form, error, {
                  text: renewalFailure(error, t),
                  fields: { password: 'password', code: 'token' },
                }),
            })
          }
        />
      )}
    </Modal>
  );
}

function renewalFailure(error: Error, t: TFunction): string {
  return joinedErrorMessage(error, t, { fallback: t('toast.recoveryCodesFailed') });
}

function useRenewCodes() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (body: PasswordAndCode) => call(renewRecoveryCodes, { body }),
    onSuccess: (reply) => {
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('toast.recoveryCodesMade'));
    },
    onError: (error) => toast.error(renewalFailure(error, t)),
  });
}

type PasswordAndCode = BodyOf<typeof disableTwoFactor>;

interface PasswordAndCodeFormProps {
  username: string;
  submitLabel: string;
  isDangerous?: boolean;
  isBusy: boolean;
  onSubmit: (entered: PasswordAndCode, form: UseFormReturn<PasswordAndCode>) => void;
}

function PasswordAndCodeForm(props: PasswordAndCodeFormProps) {
  const { username, submitLabel, isDangerous = false, isBusy, onSubmit } = props;
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm<PasswordAndCode>({
    resolver: zodResolver(passwordAndCodeBody),
    defaultValues: { password: '', token: '' },
  });
  const submit = form.handleSubmit((entered) => onSubmit(entered, form));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <UsernameForManagers username={username} />
      <PasswordField
        label={t('twoFactor.password')}
        autoComplete="current-password"
        error={fieldError(form.formState.errors.password)}
        {...form.register('password')}
      />
      <TwoFactorCodeInput control={form.control} name="token" />
      <FormProblem control={form.control} />
      <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isFullWidth isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
