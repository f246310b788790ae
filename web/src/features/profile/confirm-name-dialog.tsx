import { zodResolver } from '@hookform/resolvers/zod';
import { twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { showFieldErrors } from '../../api/show-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import styles from './profile.module.css';
import { useUpdateName } from './use-update-name.ts';

const schema = z.object({ twoFactorCode: twoFactorCodeSchema });

interface ConfirmNameDialogProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (reply: { data: { user: User } }) => void;
  /** The name itself was not right: the form behind this says so. */
  onRefused: (error: Error) => void;
}

export function ConfirmNameDialog({ isOpen, onClose, ...rest }: ConfirmNameDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('profile.confirmNameTitle')}
      description={t('profile.confirmNameText')}
    >
      <ConfirmNameForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function ConfirmNameForm(props: Omit<ConfirmNameDialogProps, 'isOpen'>) {
  const { name, onClose, onSaved, onRefused } = props;
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { twoFactorCode: '' } });
  const update = useUpdateName();
  const submit = form.handleSubmit(({ twoFactorCode }) =>
    update.mutate(
      { name, twoFactorCode },
      {
        onSuccess: (reply) => {
          onSaved(reply);
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.errors.some(({ field }) => field === 'name')) {
            onRefused(error);
            onClose();
          } else showFieldErrors(form, error, { code: 'twoFactorCode' });
        },
      },
    ),
  );
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TwoFactorCodeInput control={form.control} name="twoFactorCode" />
      <Button type="submit" isFullWidth isBusy={update.isPending}>
        {t('profile.save')}
      </Button>
    </form>
  );
}
