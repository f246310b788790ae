import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordSchema, twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import { acceptWithPassword, type Me } from '@mercury/contract/console/access.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import type { SetUpSecret } from '../../identity/factors/authenticator-secret.tsx';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { PasswordWithCode } from '../password-with-code.tsx';

const schema = z.object({ password: newPasswordSchema, twoFactorCode: twoFactorCodeSchema });

interface PasswordJoinProps {
  token: string;
  email: string;
  name: string;
  secret: SetUpSecret;
  onJoined: (me: Me) => void;
}

export function PasswordJoin({ token, email, name, secret, onJoined }: PasswordJoinProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '', twoFactorCode: '' } });
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.setFocus('password'), [form]);
  const join = useConsoleCommand({
    mutationFn: (typed: z.output<typeof schema>) =>
      callConsole(acceptWithPassword, { body: { token, name, ...typed } }),
    onSuccess: ({ me }) => onJoined(me),
    onError: (error) =>
      showRefusal(form, error, { text: errorMessage(error, tShared), fields: { code: 'twoFactorCode' } }),
  });
  return (
    <PasswordWithCode
      form={form}
      email={email}
      secret={secret}
      submitLabel={t('join.submit')}
      isBusy={join.isPending}
      onSubmit={(typed) => join.mutate(typed)}
    />
  );
}
