import { zodResolver } from '@hookform/resolvers/zod';
import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { labelSchema } from '@mercury/contract/api/shapes.ts';
import { addPasskey, newPasskeyOptions, removePasskey } from '@mercury/contract/console/access.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { passkeyFailureText } from '../../identity/factors/make-passkey.ts';
import { arePasskeysSupported } from '../../identity/factors/passkey.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { createPasskey } from '../api/passkey.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { DialogButtons } from '../dialog-buttons.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { accessQuery } from './queries.ts';

interface PasskeysCardProps {
  passkeys: readonly Passkey[];
  /** The server would refuse to remove it. */
  isOnlyWayIn: boolean;
}

export function PasskeysCard({ passkeys, isOnlyWayIn }: PasskeysCardProps) {
  const { t } = useTranslation('console');
  const adding = useDialog();
  const removing = useItemDialog<Passkey>();
  return (
    <Card title={t('account.passkeys')}>
      {passkeys.length === 0 ? (
        <p className={styles.quiet}>{t('account.noPasskeys')}</p>
      ) : (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={isOnlyWayIn ? undefined : () => removing.open(passkey)}
            />
          ))}
        </ul>
      )}
      {isOnlyWayIn && <p className={styles.note}>{t('account.onlyWayIn')}</p>}
      <div className={styles.footer}>
        {arePasskeysSupported() ? (
          <Button variant="secondary" onClick={adding.open}>
            {t('account.addPasskey')}
          </Button>
        ) : (
          <p className={styles.quiet}>{t('signIn.noPasskeys')}</p>
        )}
      </div>
      <Modal
        isOpen={adding.isOpen}
        onClose={adding.close}
        size="sm"
        closesOnBack
        title={t('account.addPasskey')}
        description={t('account.addPasskeyText')}
      >
        <AddPasskeyForm key={adding.key} onClose={adding.close} />
      </Modal>
      {removing.item && <RemovePasskeyDialog key={removing.opening} {...removing} passkey={removing.item} />}
    </Card>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('console');
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className={styles.row} data-testid="passkey">
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {isSynced && <Badge>{t('account.synced')}</Badge>}
        </p>
        <p className={styles.meta}>
          {t('account.added')} <DateText at={createdAt} hasTime={false} />
          {lastUsedAt !== null && (
            <>
              {' · '}
              {t('account.lastUsed')} <DateText at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {onRemove && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('account.removeOf', { name: `\u2068${name}\u2069` })}
          onClick={onRemove}
        >
          {t('account.remove')}
        </Button>
      )}
    </li>
  );
}

const schema = z.object({ label: labelSchema });

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { label: '' } });
  const add = useConsoleCommand({
    mutationFn: async (label: string) => {
      const made = await createPasskey(() => callWithProof(newPasskeyOptions, {}));
      return callWithProof(addPasskey, { body: { label, ...made } });
    },
    onSuccess: () => {
      toast.success(t('account.passkeyAdded'));
      onClose();
      return askAgain(client, accessQuery.queryKey);
    },
    onError: (error) => form.setError('root', { message: passkeyFailureText(error, tShared) }),
  });
  const submit = form.handleSubmit(({ label }) => add.mutate(label));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('account.passkeyName')}
        autoComplete="off"
        dir="auto"
        error={fieldError(form.formState.errors.label)}
        {...form.register('label')}
      />
      <FormProblem control={form.control} />
      <DialogButtons label={t('account.continue')} isBusy={add.isPending} onCancel={onClose} />
    </form>
  );
}

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  isOpen: boolean;
  close: () => void;
}

function RemovePasskeyDialog({ passkey, isOpen, close }: RemovePasskeyDialogProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const remove = useConsoleCommand({
    mutationFn: () => callWithProof(removePasskey, { params: { id: passkey.id } }),
    onSuccess: () => {
      toast.success(t('account.passkeyRemoved'));
      close();
      return askAgain(client, accessQuery.queryKey);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      closesOnBack
      title={t('account.removePasskeyTitle')}
      description={t('account.removePasskeyText', { name: `\u2068${passkey.name}\u2069` })}
      confirmLabel={t('account.remove')}
      isBusy={remove.isPending}
      problem={remove.error && errorMessage(remove.error, tShared)}
      onConfirm={() => remove.mutate()}
    />
  );
}
