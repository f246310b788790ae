import { renewRecoveryCodes } from '@mercury/contract/api/two-factor.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../../api/security-query.ts';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { type PasswordAndCode, PasswordAndCodeForm } from './password-and-code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

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
              onError: (error) => showFieldErrors(form, error, { password: 'password', code: 'token' }),
            })
          }
        />
      )}
    </Modal>
  );
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
    onError: (error) => {
      toast.error(joinedErrorMessage(error, t, { fallback: t('toast.recoveryCodesFailed') }));
    },
  });
}
