import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/use-session.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Invitation } from '../ui/invitation.tsx';

interface NextStepButtonProps {
  /** What a visitor reads on it. */
  visitorLabel: string;
  /** Undefined leads a visitor to the page to register. */
  onRegister?: (() => void) | undefined;
}

/** A visitor may register; who has an account is led to it, and to the proof of the email where that is missing. */
export function NextStepButton({ visitorLabel, onRegister }: NextStepButtonProps) {
  const { t } = useTranslation();
  const { status } = useSession();
  if (status !== 'anonymous') {
    // The guards of the dashboard ask for the code.
    return (
      <ButtonLink size="large" to={paths.dashboard}>
        {status === 'unverified' ? t('landing.verify') : t('landing.goToWallet')}
      </ButtonLink>
    );
  }
  if (onRegister === undefined) {
    return (
      <ButtonLink size="large" to={paths.register}>
        {visitorLabel}
      </ButtonLink>
    );
  }
  return (
    <Button size="large" onClick={onRegister}>
      {visitorLabel}
    </Button>
  );
}

interface NextStepProps extends Pick<NextStepButtonProps, 'onRegister'> {
  visitorTitle: string;
  visitorText: string;
  /** Another way, for everybody. */
  children?: ReactNode;
}

/** The end of a public page. */
export function NextStep({ visitorTitle, visitorText, onRegister, children }: NextStepProps) {
  const { t } = useTranslation();
  const { status } = useSession();
  const words = {
    anonymous: { title: visitorTitle, text: visitorText },
    unverified: { title: t('landing.verifyTitle'), text: t('landing.verifyText') },
    verified: { title: t('landing.backTitle'), text: t('landing.backText') },
    loading: { title: t('landing.backTitle'), text: t('landing.backText') },
  }[status];
  return (
    <Invitation {...words}>
      <NextStepButton visitorLabel={t('landing.ctaButton')} onRegister={onRegister} />
      {children}
    </Invitation>
  );
}
