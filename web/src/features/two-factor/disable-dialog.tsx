import { disableTwoFactor } from '@mercury/contract/api/two-factor.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../../api/security-query.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { type PasswordAndCode, PasswordAndCodeForm } from './password-and-code-form.tsx';

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

/** Answered or not, one attempt ends the dialog (section 4): what came of it is told beside it. */
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
