import type { Exposure } from '@mercury/contract/console/trading.ts';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import consoleStyles from '../console.module.css';
import { percentText } from '../percent-text.tsx';
import styles from './trading.module.css';

interface ExposureCardProps {
  exposure: readonly Exposure[];
  limitUsd: string;
}

/** Of each currency, against the limit. */
export function ExposureCard({ exposure, limitUsd }: ExposureCardProps) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('trading.exposure')}>
      <p className={consoleStyles.quiet}>
        {t('trading.exposureText')} <Money amount={limitUsd} asset="USD" />
      </p>
      {exposure.length === 0 ? (
        <EmptyState icon={<Scale size={24} />} title={t('trading.noExposure')} />
      ) : (
        <ul className={consoleStyles.list}>
          {exposure.map((one) => (
            <ExposureRow key={one.currency} exposure={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ExposureRow({ exposure }: { exposure: Exposure }) {
  const { t } = useTranslation('console');
  const { currency, position, usdValue, share, shareWithOrders } = exposure;
  const formatTag = useFormatTag();
  const label =
    share === null ? '' : t('trading.shareOf', { currency, share: percentText(share, formatTag) });
  return (
    <li className={styles.exposure} data-testid={`exposure-${currency}`}>
      <p className={consoleStyles.name}>
        <Money amount={position} asset={currency} />
        {usdValue !== null && (
          <span className={consoleStyles.meta}>
            {t('trading.worth')} <Money amount={usdValue} asset="USD" />
          </span>
        )}
      </p>
      {share === null ? (
        <p className={consoleStyles.meta}>{t(usdValue === null ? 'trading.noPrice' : 'trading.noLimit')}</p>
      ) : (
        <>
          <div
            className={styles.bar}
            data-tone={share >= 100 ? 'full' : share >= 80 ? 'near' : undefined}
            role="meter"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.min(share, 100)}
            aria-valuetext={label}
          >
            <span className={styles.filled} style={{ inlineSize: `${Math.min(share, 100)}%` }} />
          </div>
          <p className={consoleStyles.meta}>
            {label}
            {shareWithOrders !== null && shareWithOrders !== share && (
              <>
                {' · '}
                {t('trading.shareWithOrders', { share: percentText(shareWithOrders, formatTag) })}
              </>
            )}
          </p>
        </>
      )}
    </li>
  );
}
