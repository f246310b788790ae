import { zodResolver } from '@hookform/resolvers/zod';
import { twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import styles from './two-factor.module.css';
import { useEnable } from './use-set-up.ts';

const schema = z.object({ token: twoFactorCodeSchema });

interface CodeStepProps {
  onEnabled: (recoveryCodes: readonly string[]) => void;
  /** The secret has waited too long for its code, and the server has forgotten it. */
  onExpired: () => void;
  onBack: () => void;
}

/** The first code of the new secret turns two-factor on. */
export function CodeStep({ onEnabled, onExpired, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { token: '' } });
  const enable = useEnable();
  // The button that led here has gone, and the focus with it.
  useEffect(() => form.setFocus('token'), [form]);
  const submit = form.handleSubmit(({ token }) =>
    enable.mutate(token, {
      onSuccess: (reply) => onEnabled(reply.data.recoveryCodes),
      onError: (error) => {
        if (!(error instanceof ApiError) || !error.isRefusal) return;
        if (error.code === 'TwoFactorNotEnabled') onExpired();
        else if (error.code === 'InvalidTwoFactorCode')
          form.setError('token', { message: t('twoFactor.invalidToken') }, { shouldFocus: true });
      },
    }),
  );
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TwoFactorCodeInput control={form.control} name="token" />
      <div className={styles.choices}>
        <Button type="submit" isFullWidth isBusy={enable.isPending}>
          {t('twoFactor.enable')}
        </Button>
        <Button
          variant="ghost"
          isFullWidth
          disabled={enable.isPending}
          icon={<ArrowLeft size={18} aria-hidden="true" className="flip-in-rtl" />}
          onClick={onBack}
        >
          {t('twoFactor.backToSecret')}
        </Button>
      </div>
    </form>
  );
}
