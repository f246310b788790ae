import { zodResolver } from '@hookform/resolvers/zod';
import { personNameSchema } from '@mercury/contract/api/shapes.ts';
import {
  acceptWithPasskey,
  invitationAuthenticator,
  invitationPasskeyOptions,
  type Me,
} from '@mercury/contract/console/access.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import type { SetUpSecret } from '../../identity/factors/authenticator-secret.tsx';
import { passkeyFailureText } from '../../identity/factors/make-passkey.ts';
import { arePasskeysSupported, PasskeyButton } from '../../identity/factors/passkey.tsx';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { callConsole } from '../api/client.ts';
import { createPasskey } from '../api/passkey.ts';
import { beginStaffSession } from '../api/staff-session.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { forgetLinkTokens } from '../link-token.ts';
import { PasswordJoin } from './password-join.tsx';

const schema = z.object({ name: personNameSchema });

interface JoinFormProps {
  token: string;
  email: string;
}

function begin(me: Me): void {
  forgetLinkTokens();
  beginStaffSession(me);
}

/** The name first, then one of two ways in. */
export function JoinForm({ token, email }: JoinFormProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const [withPassword, setWithPassword] = useState<{ name: string; secret: SetUpSecret }>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: '' } });
  const byPasskey = useConsoleCommand({
    mutationFn: async (name: string) => {
      const made = await createPasskey(() =>
        callConsole(invitationPasskeyOptions, { body: { token, name } }),
      );
      return callConsole(acceptWithPasskey, {
        body: { token, name, label: t('join.firstPasskey'), ...made },
      });
    },
    onSuccess: ({ me }) => begin(me),
    onError: (error) => form.setError('root', { message: passkeyFailureText(error, tShared) }),
  });
  const byPassword = useConsoleCommand({
    mutationFn: async (name: string) => ({
      name,
      secret: await callConsole(invitationAuthenticator, { body: { token } }),
    }),
    onSuccess: setWithPassword,
    onError: (error) => form.setError('root', { message: errorMessage(error, tShared) }),
  });
  if (withPassword !== undefined) {
    return <PasswordJoin token={token} email={email} {...withPassword} onJoined={begin} />;
  }
  const chooseBy = (choose: (name: string) => void) => () =>
    void form.handleSubmit(({ name }) => choose(name))();
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={t('join.name')}
        hint={t('join.nameHint')}
        autoComplete="name"
        dir="auto"
        error={fieldError(form.formState.errors.name)}
        {...form.register('name')}
      />
      <FormProblem control={form.control} />
      {arePasskeysSupported() && (
        <>
          <PasskeyButton
            label={t('join.byPasskey')}
            isBusy={byPasskey.isPending}
            onPress={chooseBy((name) => byPasskey.mutate(name))}
          />
          <p className={styles.or}>{t('signIn.or')}</p>
        </>
      )}
      <Button
        variant="secondary"
        isFullWidth
        isBusy={byPassword.isPending}
        onClick={chooseBy((name) => byPassword.mutate(name))}
      >
        {t('join.byPassword')}
      </Button>
    </form>
  );
}
