import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { assetOfMarket } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { CoinPage } from '../features/market/coin-page.tsx';
import { NotFoundPage } from '../features/public/not-found-page.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Invitation } from '../ui/invitation.tsx';
import { useRange } from './use-range.ts';

export function CoinRoute() {
  const { id = '' } = useParams();
  const { range, chooseRange } = useRange();
  return (
    <CoinPage
      key={id}
      id={id}
      range={range}
      onRangeChange={chooseRange}
      notFound={<NotFoundPage />}
      renderAction={(coin) => <CoinInvitation coin={coin} />}
    />
  );
}

function CoinInvitation({ coin }: { coin: MarketCoin }) {
  const { t } = useTranslation();
  const { status } = useSession();
  // Several coins share a symbol, none its id.
  const currency = assetOfMarket(coin.id)?.code;
  if (status === 'verified' && currency !== undefined) {
    return (
      <Invitation title={t('trade.coin.title', { currency })} text={t('trade.coin.text')}>
        <ButtonLink size="large" to={`${paths.trade}?type=BUY&to=${currency}`}>
          {t('trade.coin.buy', { currency })}
        </ButtonLink>
        <ButtonLink size="large" variant="secondary" to={`${paths.trade}?type=SELL&from=${currency}`}>
          {t('trade.coin.sell', { currency })}
        </ButtonLink>
      </Invitation>
    );
  }
  return (
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
  );
}
