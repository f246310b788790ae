import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notice.tsx';
import { configQuery } from './config-query.ts';
import { walletsQuery } from './wallets-query.ts';

/** A coin that is worth a dollar, so that it costs little, whenever it leaves. */
const stableCoin = 'USDT';

/** Says how US dollars leave, to whoever has some or asks for it: no rail pays them out as they are. */
export function DollarsLeave({ isAsked = false }: { isAsked?: boolean }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const { data: hasDollars = false } = useQuery({
    ...walletsQuery,
    select: ({ wallets }) =>
      wallets.some(({ currency, balance }) => currency === 'USD' && /[1-9]/.test(balance)),
  });
  const leaving = config?.assets.filter(({ canWithdraw }) => canWithdraw).map(({ code }) => code) ?? [];
  const coin = leaving.find((code) => code === stableCoin) ?? leaving[0];
  if ((!isAsked && !hasDollars) || coin === undefined || leaving.includes('USD')) return null;
  return (
    <Notice tone="neutral">
      {t('ways.dollarsLeave')}{' '}
      <Link to={`${paths.trade}?type=BUY&from=USD&to=${coin}`}>
        {t('ways.buyToLeave', { currency: coin })}
      </Link>
    </Notice>
  );
}
