import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { dialogPath } from '../domain/dialog-address.ts';
import { type MoneyRequest, transferFor } from '../domain/request-link.ts';
import { RequestPage } from '../features/requests/request-page.tsx';
import { RequestPayment } from '../features/requests/request-payment.tsx';
import { loginPathFor, paths, registerPathFor } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function RequestRoute() {
  const { username = '' } = useParams();
  const [query] = useSearchParams();
  return (
    <RequestPage username={username} query={query} renderNext={(request) => <NextStep request={request} />} />
  );
}

/** Nothing is sent here: the form of the transfer shows everything once more and wants its own yes. */
function NextStep({ request }: { request: MoneyRequest }) {
  const { t } = useTranslation();
  const { status, user } = useSession();
  const transfer = dialogPath(paths.dashboard, transferFor(request));
  if (user?.username.toLowerCase() === request.username.toLowerCase()) {
    return <Notice tone="neutral">{t('request.own')}</Notice>;
  }
  if (status === 'anonymous') {
    return (
      <>
        <ButtonLink size="large" isFullWidth to={loginPathFor(transfer)}>
          {t('request.signIn')}
        </ButtonLink>
        <ButtonLink size="large" isFullWidth variant="secondary" to={registerPathFor(transfer)}>
          {t('request.register')}
        </ButtonLink>
      </>
    );
  }
  // The guards of the dashboard ask for a proof of the email where it is missing. Until then nothing can have been paid.
  if (status !== 'verified') {
    return (
      <ButtonLink size="large" isFullWidth to={transfer}>
        {t('request.continue')}
      </ButtonLink>
    );
  }
  return <RequestPayment request={request} to={transfer} />;
}
