import { zodResolver } from '@hookform/resolvers/zod';
import { newAuthenticator, setPassword } from '@mercury/contract/console/access.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import type { SetUpSecret } from '../../identity/factors/authenticator-secret.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMe } from '../api/me.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { PasswordWithCode } from '../password-with-code.tsx';
import { accessQuery } from './queries.ts';

export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const [secret, setSecret] = useState<SetUpSecret>();
  const { key, isOpen, open, close } = useDialog();
  const begin = useConsoleCommand({
    mutationFn: () => callWithProof(newAuthenticator, {}),
    onSuccess: (reply) => {
      setSecret(reply);
      open();
    },
    onError: (error) => toast.error(errorMessage(error, tShared)),
  });
  const title = hasPassword ? t('account.changePassword') : t('account.setPassword');
  return (
    <Card title={t('account.password')}>
      <p className={styles.quiet}>{hasPassword ? t('account.hasPassword') : t('account.noPassword')}</p>
      <div className={styles.footer}>
        <Button variant="secondary" isBusy={begin.isPending} onClick={() => begin.mutate()}>
          {title}
        </Button>
      </div>
      {secret && (
        <Modal
          isOpen={isOpen}
          onClose={close}
          size="sm"
          dismissal="deliberate"
          closesOnBack
          title={title}
          description={t('account.setPasswordText')}
        >
          <SetPasswordForm key={key} secret={secret} onDone={close} />
        </Modal>
      )}
    </Card>
  );
}

function SetPasswordForm({ secret, onDone }: { secret: SetUpSecret; onDone: () => void }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const { email } = useMe();
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(setPassword.body),
    defaultValues: { password: '', twoFactorCode: '' },
  });
  const set = useConsoleCommand({
    mutationFn: (body: z.output<typeof setPassword.body>) => callWithProof(setPassword, { body }),
    onSuccess: () => {
      toast.success(t('account.passwordSet'));
      onDone();
      return askAgain(client, accessQuery.queryKey);
    },
    onError: (error) =>
      showRefusal(form, error, { text: errorMessage(error, tShared), fields: { code: 'twoFactorCode' } }),
  });
  return (
    <PasswordWithCode
      form={form}
      email={email}
      secret={secret}
      submitLabel={t('account.savePassword')}
      isBusy={set.isPending}
      onSubmit={(typed) => set.mutate(typed)}
    />
  );
}
