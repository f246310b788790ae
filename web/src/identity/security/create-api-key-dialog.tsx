import { zodResolver } from '@hookform/resolvers/zod';
import { createApiKey } from '@mercury/contract/api/api-keys.ts';
import { keyScopes } from '@mercury/contract/api/endpoint.ts';
import { key, labelSchema } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { callWithProof } from '../../api/proof.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { useDraft, useFinishDialog, useSavedForm } from '../../domain/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import formStyles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { ApiKeyFields, type ApiKeyValues, ways } from './api-key-fields.tsx';
import { makeApiKeyPair, NoPairMade } from './api-key-pair.ts';
import { CreatedApiKey, type NewApiKey } from './created-api-key.tsx';
import { askForAccount } from './queries.ts';
import { findWrongNetwork, linesOf, publicKeyProblem } from './typed-key.ts';

const wayAndScopes = { way: z.enum(ways), scopes: z.array(z.enum(keyScopes)) };

interface SchemaContext {
  t: TFunction;
  hasTwoFactor: boolean;
}

function schemaFor({ t, hasTwoFactor }: SchemaContext) {
  return z
    .object({
      ...wayAndScopes,
      name: labelSchema,
      publicKey: z.string(),
      /** One a line. */
      allowedNetworks: z.string(),
    })
    .check(
      z.refine(({ scopes }) => scopes.length > 0, { error: key('required'), path: ['scopes'] }),
      z.refine(({ scopes }) => hasTwoFactor || !scopes.includes('withdraw'), {
        error: t('security.apiKeys.twoFactorFirst'),
        path: ['scopes'],
      }),
      z.refine(({ way, publicKey }) => way !== 'own' || publicKeyProblem(publicKey) !== 'private', {
        error: t('security.apiKeys.privateKeyPasted'),
        path: ['publicKey'],
      }),
      z.refine(({ way, publicKey }) => way !== 'own' || publicKeyProblem(publicKey) !== 'invalid', {
        error: key('invalidPublicKey'),
        path: ['publicKey'],
      }),
      z.refine(({ allowedNetworks }) => findWrongNetwork(allowedNetworks) === undefined, {
        error: key('invalidNetwork'),
        path: ['allowedNetworks'],
      }),
      z.refine(({ allowedNetworks }) => linesOf(allowedNetworks).length <= limits.apiKeyNetworksMax, {
        error: key('tooLong'),
        path: ['allowedNetworks'],
      }),
      z.refine(
        ({ scopes, allowedNetworks }) => !scopes.includes('withdraw') || linesOf(allowedNetworks).length > 0,
        { error: t('security.apiKeys.networksFirst'), path: ['allowedNetworks'] },
      ),
    );
}

const initialValues: ApiKeyValues = {
  name: '',
  way: 'generated',
  publicKey: '',
  scopes: ['read'],
  allowedNetworks: '',
};

/** A public key is not kept: somebody may have pasted the private one. */
function useApiKeyForm({ hasTwoFactor }: { hasTwoFactor: boolean }) {
  const { t } = useTranslation();
  const draft = useDraft('api-key', initialValues, {
    isUsable: (values) => z.object(wayAndScopes).safeParse(values).success,
  });
  const form = useForm<ApiKeyValues>({
    resolver: zodResolver(schemaFor({ t, hasTwoFactor })),
    defaultValues: draft.values,
  });
  const save = useCallback((values: ApiKeyValues) => draft.save({ ...values, publicKey: '' }), [draft]);
  useSavedForm(form, { save });
  return form;
}

/** @throws NoPairMade */
async function createKey({
  name,
  way,
  publicKey,
  scopes,
  allowedNetworks,
}: ApiKeyValues): Promise<NewApiKey> {
  const pair = way === 'generated' ? await makeApiKeyPair() : undefined;
  const networks = linesOf(allowedNetworks);
  const body = {
    name,
    scopes,
    kind: way === 'hmac' ? ('hmac' as const) : ('ed25519' as const),
    ...(way !== 'hmac' && { publicKey: pair?.publicPem ?? publicKey.trim() }),
    ...(networks.length > 0 && { allowedNetworks: networks }),
  };
  const { key: made, secret } = await callWithProof(createApiKey, { body });
  if (pair !== undefined) return { id: made.id, secret: { kind: 'private', text: pair.privatePem } };
  return { id: made.id, secret: secret === undefined ? undefined : { kind: 'shared', text: secret } };
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof NoPairMade) return t('security.apiKeys.cantGenerate');
  // The key may be there. What belongs to it is not.
  if (error instanceof ApiError && error.code === 'NetworkError') return t('security.apiKeys.noAnswer');
  return joinedErrorMessage(error, t, { fallback: t('security.apiKeys.failed') });
}

function useCreateKey(form: UseFormReturn<ApiKeyValues>, onCreated: (created: NewApiKey) => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: createKey,
    onSuccess: onCreated,
    onError: (error) => showRefusal(form, error, { text: failureText(error, t) }),
    onSettled: () => askForAccount(queryClient),
  });
}

interface CreateApiKeyDialogProps {
  hasTwoFactor: boolean;
  isOpen: boolean;
  onClose: () => void;
}

export function CreateApiKeyDialog({ hasTwoFactor, isOpen, onClose }: CreateApiKeyDialogProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<NewApiKey>();
  const finishDialog = useFinishDialog();
  const form = useApiKeyForm({ hasTwoFactor });
  const { mutate, isPending } = useCreateKey(form, (made) => {
    finishDialog();
    setCreated(made);
  });
  const submit = form.handleSubmit((values) => mutate(values));
  // A slip of the hand must not lose what is shown once, nor a key that is on its way.
  const isHeld = isPending || created?.secret !== undefined;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={created ? t('security.apiKeys.createdTitle') : t('security.apiKeys.addTitle')}
      description={created ? t('security.apiKeys.createdText') : t('security.apiKeys.addText')}
      dismissal={isHeld ? 'none' : 'free'}
      dismissWarning={created ? t('security.apiKeys.keepFirst') : t('security.apiKeys.beingCreated')}
    >
      {created ? (
        <CreatedApiKey created={created} onDone={onClose} />
      ) : (
        <form noValidate className={formStyles.form} onSubmit={(event) => void submit(event)}>
          <ApiKeyFields form={form} />
          <FormProblem control={form.control} />
          <div className={formStyles.pair}>
            <Button variant="secondary" disabled={isPending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" isBusy={isPending}>
              {t('security.apiKeys.create')}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
