import { type MarketRange, marketRanges } from '@mercury/contract/api/market.ts';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { openAuthDialog } from '../features/auth/auth-dialog.ts';
import { CoinPage } from '../features/market/coin-page.tsx';
import { NotFoundPage } from '../features/public/not-found-page.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Invitation } from '../ui/invitation.tsx';

/** The range is part of the address, so that a page is reloaded and passed on as it was seen. */
function useRange() {
  const [searchParams, setSearchParams] = useSearchParams();
  const asked = searchParams.get('range');
  const range = marketRanges.find((known) => known === asked) ?? 'day';
  const chooseRange = (chosen: MarketRange) => {
    setSearchParams(chosen === 'day' ? {} : { range: chosen }, { replace: true, preventScrollReset: true });
  };
  return { range, chooseRange };
}

export function CoinRoute() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { range, chooseRange } = useRange();
  const { status } = useSession();
  return (
    <CoinPage
      key={id}
      id={id}
      range={range}
      onRangeChange={chooseRange}
      notFound={<NotFoundPage />}
      action={
        <Invitation title={t('market.invitationTitle')} text={t('market.invitationText')}>
          {status === 'verified' ? (
            <ButtonLink size="large" to={paths.dashboard}>
              {t('market.toDashboard')}
            </ButtonLink>
          ) : (
            <Button size="large" onClick={() => openAuthDialog('register')}>
              {t('landing.ctaButton')}
            </Button>
          )}
        </Invitation>
      }
    />
  );
}
