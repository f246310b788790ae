import { zodResolver } from '@hookform/resolvers/zod';
import { twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import { proofPasskeyOptions, proveWithCode, proveWithPasskey } from '@mercury/contract/console/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../api/error-message.ts';
import { showRefusal } from '../api/show-field-errors.ts';
import { arePasskeysSupported, PasskeyButton } from '../identity/factors/passkey.tsx';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { Modal } from '../ui/modal.tsx';
import { FormSkeleton } from '../ui/query-state.tsx';
import { TwoFactorCodeInput } from '../ui/two-factor-code-input.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { accessQuery } from './account/queries.ts';
import { callConsole } from './api/client.ts';
import { showPasskey } from './api/passkey.ts';
import { attachProofDialog } from './api/proof.ts';
import { updateMe } from './api/staff-session.ts';
import { useConsoleCommand } from './api/use-console-command.ts';
import styles from './console.module.css';
import { DialogButtons } from './dialog-buttons.tsx';

/** On every page of staff. A command opens it. */
export function ProofDialogHost() {
  const { t } = useTranslation('console');
  const { key, isOpen, open, close } = useDialog();
  const settle = useRef<(isProved: boolean) => void>(undefined);

  useEffect(() => {
    const detach = attachProofDialog(
      () =>
        new Promise((resolve) => {
          settle.current?.(false);
          settle.current = resolve;
          open();
        }),
    );
    return () => {
      detach();
      settle.current?.(false);
    };
  }, [open]);

  function answer(isProved: boolean) {
    settle.current?.(isProved);
    close();
  }

  return (
    <Modal
      isOpen={isOpen}
      onClose={() => answer(false)}
      size="sm"
      closesOnBack
      title={t('proof.title')}
      description={t('proof.text')}
    >
      <ProofForm key={key} onProved={() => answer(true)} onCancel={() => answer(false)} />
    </Modal>
  );
}

interface ProofFormProps {
  onProved: () => void;
  onCancel: () => void;
}

function ProofForm(props: ProofFormProps) {
  const { t } = useTranslation('console');
  const { data, isPending } = useQuery(accessQuery);
  if (isPending) return <FormSkeleton label={t('proof.title')} heights={['2.75rem', '2.75rem']} />;
  // Where it could not be asked which ways there are, both are offered.
  const hasPasskey = data === undefined || data.passkeys.length > 0;
  const hasCode = data === undefined || data.hasPassword;
  return (
    <div className={styles.stack}>
      {hasPasskey && <ProofByPasskey {...props} />}
      {hasCode && <ProofByCode {...props} />}
      {!hasCode && (
        <Button variant="secondary" isFullWidth onClick={props.onCancel}>
          {t('proof.cancel')}
        </Button>
      )}
    </div>
  );
}

function ProofByPasskey({ onProved }: ProofFormProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const form = useForm();
  const prove = useConsoleCommand({
    mutationFn: async () => {
      const body = await showPasskey(() => callConsole(proofPasskeyOptions, {}));
      return callConsole(proveWithPasskey, { body });
    },
    onMutate: () => form.clearErrors(),
    onSuccess: ({ me }) => {
      updateMe(me);
      onProved();
    },
    onError: (error) =>
      form.setError('root', {
        message: errorMessage(error, tShared, { fallback: t('signIn.passkeyFailed') }),
      }),
  });
  return (
    <>
      <FormProblem control={form.control} />
      <PasskeyButton label={t('proof.byPasskey')} isBusy={prove.isPending} onPress={() => prove.mutate()} />
      {!arePasskeysSupported() && <p className={styles.quiet}>{t('signIn.noPasskeys')}</p>}
    </>
  );
}

const schema = z.object({ twoFactorCode: twoFactorCodeSchema });

function ProofByCode({ onProved, onCancel }: ProofFormProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { twoFactorCode: '' } });
  const prove = useConsoleCommand({
    mutationFn: (twoFactorCode: string) => callConsole(proveWithCode, { body: { twoFactorCode } }),
    onSuccess: ({ me }) => {
      updateMe(me);
      onProved();
    },
    onError: (error) =>
      showRefusal(form, error, { text: errorMessage(error, tShared), fields: { code: 'twoFactorCode' } }),
  });
  const submit = form.handleSubmit(({ twoFactorCode }) => prove.mutate(twoFactorCode));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TwoFactorCodeInput control={form.control} name="twoFactorCode" />
      <FormProblem control={form.control} />
      <DialogButtons label={t('proof.confirm')} isBusy={prove.isPending} onCancel={onCancel} />
    </form>
  );
}
