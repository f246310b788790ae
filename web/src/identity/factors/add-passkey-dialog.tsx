import { zodResolver } from '@hookform/resolvers/zod';
import { createPasskey, createPasskeyOptions, type PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { labelSchema } from '@mercury/contract/api/shapes.ts';
import type { PublicKeyCredentialCreationOptionsJSON, WebAuthnError } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../../api/cancelled.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { callCarryingProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { askForAccount, sessionsQuery } from '../security/queries.ts';
import styles from '../security/security.module.css';
import { isPromptCancelled } from './passkey.tsx';

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

function failureText(error: Error, t: TFunction): string {
  if (!(error instanceof PasskeyFailure)) return errorMessage(error, t);
  return error.isPresent ? t('security.passkeys.alreadyHere') : t('security.passkeys.failedToMake');
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
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: useDeviceName() } });
  const { mutate, isPending, error } = useAddPasskey(onClose);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.handleSubmit(({ name }) => mutate(name))(event)}
    >
      {error && <Notice tone="failed">{failureText(error, t)}</Notice>}
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

class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
  /** The device already has a passkey of this account. */
  readonly isPresent: boolean;

  constructor(cause: unknown, { isPresent }: { isPresent: boolean }) {
    super('no passkey was made', { cause });
    this.isPresent = isPresent;
  }
}

function failureOf(error: unknown): Error {
  if (isPromptCancelled(error)) return new Cancelled();
  if (!(error instanceof Error)) return new PasskeyFailure(error, { isPresent: false });
  // By name, because the class loads lazily with the library.
  const { code } = error as Partial<WebAuthnError>;
  return new PasskeyFailure(error, { isPresent: code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' });
}

async function loadLibrary() {
  try {
    return await import('@simplewebauthn/browser');
  } catch (error) {
    throw new PasskeyFailure(error, { isPresent: false });
  }
}

type Offer = Awaited<ReturnType<typeof askForOffer>>;

function askForOffer() {
  return callCarryingProof((proof) => call(createPasskeyOptions, { body: proof }));
}

async function makeCredential(offer: Offer) {
  const { startRegistration } = await loadLibrary();
  // The contract passes the server's options through. The library here reads the same format.
  const optionsJSON = offer.options as PasskeyOptions & PublicKeyCredentialCreationOptionsJSON;
  try {
    const { clientExtensionResults, ...credential } = await startRegistration({ optionsJSON });
    return { ...credential, clientExtensionResults: { ...clientExtensionResults } };
  } catch (error) {
    throw failureOf(error);
  }
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
    void loadLibrary().catch(() => undefined);
    if (kept === undefined || kept.untilMs < Date.now()) {
      kept = { offer: await askForOffer(), untilMs: Date.now() + offerKeptMs };
    }
    const { offer } = kept;
    const credential = await makeCredential(offer);
    // The server accepts an offer once, whatever it answers.
    kept = undefined;
    return call(createPasskey, { body: { challengeToken: offer.challengeToken, name, credential } });
  };
}
