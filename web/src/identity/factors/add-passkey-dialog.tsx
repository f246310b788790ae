import { zodResolver } from '@hookform/resolvers/zod';
import { createPasskey, createPasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { labelSchema } from '@mercury/contract/api/shapes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { callCarryingProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { askForAccount, sessionsQuery } from '../security/queries.ts';
import styles from '../security/security.module.css';
import { makePasskey, passkeyFailureText, preloadPasskeyLibrary } from './make-passkey.ts';

const schema = z.object({ name: labelSchema });

interface AddPasskeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddPasskeyDialog({ isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('security.passkeys.addTitle')}
      description={t('security.passkeys.addText')}
    >
      <AddPasskeyForm onClose={onClose} />
    </Modal>
  );
}

function useAddPasskey(onAdded: () => void) {
  const queryClient = useQueryClient();
  const [makePasskey] = useState(createPasskeyMaker);
  return useCancellableCommand({
    mutationFn: makePasskey,
    onSuccess: (reply) => {
      toast.success(reply.message);
      onAdded();
      return askForAccount(queryClient);
    },
  });
}

/** As the list of sessions names it. */
function useDeviceName(): string {
  const { data: sessions } = useQuery(sessionsQuery);
  return sessions?.find(({ isCurrent }) => isCurrent)?.device ?? '';
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const draft = useDraft('passkey', { name: useDeviceName() });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: draft.values });
  useSavedForm(form, draft);
  const forgetDrafts = useForgetDrafts();
  const { mutate, isPending, error } = useAddPasskey(() => {
    forgetDrafts();
    onClose();
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.handleSubmit(({ name }) => mutate(name))(event)}
    >
      {error && <Notice tone="failed">{passkeyFailureText(error, t)}</Notice>}
      <TextField
        label={t('security.passkeys.name')}
        hint={t('security.passkeys.nameHint')}
        autoComplete="off"
        dir="auto"
        error={fieldError(form.formState.errors.name)}
        {...form.register('name')}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" isBusy={isPending}>
          {t('security.passkeys.continue')}
        </Button>
      </div>
    </form>
  );
}

type Offer = Awaited<ReturnType<typeof askForOffer>>;

function askForOffer() {
  return callCarryingProof((proof) => call(createPasskeyOptions, { body: proof }));
}

/** Well below the lifetime of the options on the server. */
const offerKeptMs = 60_000;

/**
 * Makes a passkey and saves it under a name. The offer is kept for a retry: a second proof would need a new authenticator code,
 * half a minute later.
 * @throws Cancelled if the person closes the prompt or gives no proof; PasskeyFailure if none is made.
 */
function createPasskeyMaker() {
  let kept: { offer: Offer; untilMs: number } | undefined;
  return async (name: string) => {
    // In parallel, because some browsers make a passkey only shortly after a press.
    preloadPasskeyLibrary();
    if (kept === undefined || kept.untilMs < Date.now()) {
      kept = { offer: await askForOffer(), untilMs: Date.now() + offerKeptMs };
    }
    const { offer } = kept;
    const credential = await makePasskey(offer.options);
    // The server accepts an offer once, whatever it answers.
    kept = undefined;
    return call(createPasskey, { body: { challengeToken: offer.challengeToken, name, credential } });
  };
}
