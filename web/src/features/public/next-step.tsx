import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Invitation } from '../../ui/invitation.tsx';

interface NextStepProps {
  visitorTitle: string;
  visitorText: string;
  /** Another way, for both. */
  children?: ReactNode;
}

/** The end of a public page: a visitor may register, who has an account is led to it. */
export function NextStep({ visitorTitle, visitorText, children }: NextStepProps) {
  const { t } = useTranslation();
  const isVisitor = useSession().status === 'anonymous';
  return (
    <Invitation
      title={isVisitor ? visitorTitle : t('landing.backTitle')}
      text={isVisitor ? visitorText : t('landing.backText')}
    >
      {isVisitor ? (
        <ButtonLink size="large" to={paths.register}>
          {t('about.register')}
        </ButtonLink>
      ) : (
        <ButtonLink size="large" to={paths.dashboard}>
          {t('landing.goToWallet')}
        </ButtonLink>
      )}
      {children}
    </Invitation>
  );
}
