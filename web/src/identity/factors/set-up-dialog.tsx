import type { User } from '@mercury/contract/api/users.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../security/queries.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { SetUpSecret } from './authenticator-secret.tsx';
import { CodeStep, PasswordStep, SecretStep } from './set-up-steps.tsx';
import styles from './two-factor.module.css';

type Step =
  | { name: 'offer' }
  | { name: 'password' }
  | { name: 'secret'; secret: SetUpSecret }
  | { name: 'code'; secret: SetUpSecret }
  | { name: 'codes'; recoveryCodes: readonly string[] };

interface SetUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
  /** The dialog opened by itself, so it asks first. */
  startsWithOffer?: boolean;
}

export function SetUpDialog({ isOpen, onClose, user, startsWithOffer = false }: SetUpDialogProps) {
  const [step, setStep] = useState<Step>(startsWithOffer ? { name: 'offer' } : { name: 'password' });
  const texts = useStepTexts(step.name);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size={step.name === 'secret' ? 'md' : 'sm'}
      title={texts.title}
      description={texts.description}
      // A slip of the hand must not lose codes that are shown once.
      dismissal={step.name === 'codes' ? 'none' : 'free'}
      dismissWarning={texts.dismissWarning}
      closesOnBack={startsWithOffer}
    >
      {step.name === 'offer' && (
        <RenewalStep onBegin={() => setStep({ name: 'password' })} onPostpone={onClose} />
      )}
      {step.name === 'password' && (
        <PasswordStep username={user.username} onSetUp={(secret) => setStep({ name: 'secret', secret })} />
      )}
      {step.name === 'secret' && (
        <SecretStep secret={step.secret} onVerify={() => setStep({ ...step, name: 'code' })} />
      )}
      {step.name === 'code' && (
        <CodeStep
          onEnabled={(recoveryCodes) => setStep({ name: 'codes', recoveryCodes })}
          onExpired={() => setStep({ name: 'password' })}
          onBack={() => setStep({ ...step, name: 'secret' })}
        />
      )}
      {step.name === 'codes' && (
        <RecoveryCodes codes={step.recoveryCodes} email={user.email} onKept={onClose} />
      )}
    </Modal>
  );
}

function useStepTexts(name: Step['name']) {
  const { t } = useTranslation();
  const texts = {
    offer: { title: t('twoFactor.renewTitle'), description: t('twoFactor.renewText') },
    password: { title: t('twoFactor.passwordTitle'), description: t('twoFactor.passwordText') },
    secret: { title: t('twoFactor.secretTitle'), description: undefined },
    code: { title: t('twoFactor.codeTitle'), description: t('twoFactor.codeText') },
    codes: { title: t('twoFactor.codesTitle'), description: t('twoFactor.codesText') },
  };
  return { ...texts[name], dismissWarning: t('twoFactor.keepCodesFirst') };
}

const minuteMs = 60 * 1000;

interface RenewalStepProps {
  onBegin: () => void;
  onPostpone: () => void;
}

function RenewalStep({ onBegin, onPostpone }: RenewalStepProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const minutes = formatCount(limits.twoFactorRenewalMs / minuteMs, formatTag);
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{t('twoFactor.renewWithin', { minutes })}</p>
      <div className={styles.choices}>
        <Button isFullWidth onClick={onBegin}>
          {t('twoFactor.renew')}
        </Button>
        <Button variant="ghost" isFullWidth onClick={onPostpone}>
          {t('twoFactor.notNow')}
        </Button>
      </div>
    </div>
  );
}

interface RenewalDialogProps {
  user: User;
  isOpen: boolean;
  onClose: () => void;
}

/** For a person who signed in with a recovery code, as long as the server allows it. */
export function RenewalDialog({ user, isOpen, onClose }: RenewalDialogProps) {
  const { data: security } = useQuery(securityQuery);
  // The renewal ends the right to renew, but its codes are still to be shown.
  const [isOffered, setIsOffered] = useState(false);
  if (security?.canRenewTwoFactor && !isOffered) setIsOffered(true);
  return <SetUpDialog isOpen={isOpen && isOffered} onClose={onClose} user={user} startsWithOffer />;
}
