import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { deletePasskey } from '@mercury/contract/api/passkeys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-cancellable-command.ts';
import { toast } from '../../ui/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { askForAccount } from './queries.ts';

/** One that was removed elsewhere meanwhile is gone, as was wanted. */
async function removeUnlessGone(id: string) {
  try {
    return await callWithProof(deletePasskey, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NotFound') return null;
    throw error;
  }
}

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  isOpen: boolean;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, isOpen, onClose }: RemovePasskeyDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useCancellableCommand({
    mutationFn: ({ id }: Passkey) => removeUnlessGone(id),
    onSuccess: (reply) => {
      toast.success(reply?.message ?? t('security.passkeys.removed'));
      onClose();
      return askForAccount(queryClient);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('security.passkeys.removeTitle')}
      description={t('security.passkeys.removeText', { name: `\u2068${passkey.name}\u2069` })}
      confirmLabel={t('security.passkeys.confirmRemove')}
      onConfirm={() => mutate(passkey)}
      isBusy={isPending}
      error={error}
    />
  );
}
