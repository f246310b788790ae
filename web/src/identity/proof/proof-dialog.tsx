import { zodResolver } from '@hookform/resolvers/zod';
import { currentPasswordSchema, twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { askAgain } from '../../api/query-client.ts';
import { errorMessage } from '../../api/error-message.ts';
import type { SendProof } from '../../api/proof.ts';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField, UsernameForManagers } from '../../ui/password-field.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import styles from './proof.module.css';

interface ProofDialogProps {
  user: User;
  send: SendProof;
  isOpen: boolean;
  onProved: () => void;
  onCancel: () => void;
}

export function ProofDialog({ user, send, isOpen, onProved, onCancel }: ProofDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onCancel}
      size="sm"
      closesOnBack
      title={t('proof.title')}
      description={user.twoFactorEnabled ? t('proof.codeText') : t('proof.passwordText')}
    >
      <ProofForm user={user} send={send} onProved={onProved} onCancel={onCancel} />
    </Modal>
  );
}

interface ProofValues {
  password: string;
  twoFactorCode: string;
}

/** The form has both fields, because the required one can change while it is open. */
const schemas = {
  password: z.object({ password: currentPasswordSchema, twoFactorCode: z.string() }),
  code: z.object({ password: z.string(), twoFactorCode: twoFactorCodeSchema }),
};

/** These appear under the field, others above it. */
const fieldRefusals: ReadonlySet<string> = new Set([
  'WrongPassword',
  'InvalidTwoFactorCode',
  'TwoFactorCodeRequired',
]);

/** The server's answer if the other field is required now. */
const asksForOther: ReadonlySet<string> = new Set(['TwoFactorCodeRequired', 'ValidationFailed']);

function isAboutField(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return fieldRefusals.has(error.code) || error.errors.some(({ field }) => field !== undefined);
}

interface ProofFormProps {
  user: User;
  send: SendProof;
  onProved: () => void;
  onCancel: () => void;
}

function useProve(form: UseFormReturn<ProofValues>, { user, send, onProved }: ProofFormProps) {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: ({ password, twoFactorCode }: ProofValues) =>
      send(user.twoFactorEnabled ? { twoFactorCode } : { password }),
    onSuccess: onProved,
    onError: (error) => {
      showFieldErrors(form, error, { password: 'password', code: 'twoFactorCode' });
      // Two-factor changed elsewhere, so the form switches its field.
      if (error instanceof ApiError && asksForOther.has(error.code)) {
        void askAgain(queryClient, profileQuery.queryKey);
      }
    },
  });
}

function ProofForm(props: ProofFormProps) {
  const { user, onCancel } = props;
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const form = useForm<ProofValues>({
    resolver: zodResolver(user.twoFactorEnabled ? schemas.code : schemas.password),
    defaultValues: { password: '', twoFactorCode: '' },
  });
  const { mutate, error, isPending } = useProve(form, props);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.handleSubmit((values) => mutate(values))(event)}
    >
      {error && !isAboutField(error) && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
      {user.twoFactorEnabled ? (
        <TwoFactorCodeInput control={form.control} name="twoFactorCode" />
      ) : (
        <>
          <UsernameForManagers username={user.email} />
          <PasswordField
            label={t('auth.fields.password')}
            autoComplete="current-password"
            error={fieldError(form.formState.errors.password)}
            {...form.register('password')}
          />
        </>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" isBusy={isPending}>
          {t('proof.confirm')}
        </Button>
      </div>
    </form>
  );
}
