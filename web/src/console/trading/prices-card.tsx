import type { TradingPrice } from '@mercury/contract/console/trading.ts';
import { useTranslation } from 'react-i18next';
import { PriceText } from '../../domain/price-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { useMay } from '../api/me.ts';
import consoleStyles from '../console.module.css';
import queueStyles from '../queue.module.css';
import { RowButton } from '../row-button.tsx';
import type { TradingAct } from './act-dialog.tsx';
import { HaltedBy } from './halt-bar.tsx';
import { PercentText } from '../percent-text.tsx';

interface PricesCardProps {
  prices: readonly TradingPrice[];
  onAct: (act: TradingAct) => void;
}

export function PricesCard({ prices, onAct }: PricesCardProps) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('trading.prices')}>
      <ul className={consoleStyles.list}>
        {prices.map((price) => (
          <PriceRow key={price.currency} price={price} onAct={onAct} />
        ))}
      </ul>
    </Card>
  );
}

const tones = { ok: 'completed', stale: 'warning', jumped: 'failed', missing: 'warning' } as const;

function PriceRow({ price, onAct }: { price: TradingPrice; onAct: PricesCardProps['onAct'] }) {
  const { t } = useTranslation('console');
  const { currency, usd, source, asOf, state, spreadBps, jumpedTo, halt } = price;
  return (
    <li className={queueStyles.row} data-testid={`price-${currency}`}>
      <div className={queueStyles.about}>
        <p className={consoleStyles.name}>
          <bdi dir="ltr">{currency}</bdi>
          {usd === null ? t('trading.noPrice') : <PriceText price={usd} />}
          <Badge tone={tones[state]}>{t(`trading.states.${state}`)}</Badge>
          {halt !== null && <Badge tone="failed">{t('trading.states.halted')}</Badge>}
        </p>
        <p className={queueStyles.meta}>
          {t(`trading.sources.${source}`)}
          {asOf !== null && (
            <>
              {' · '}
              {t('trading.saidAt')} <TimeAgo at={asOf} />
            </>
          )}
          {spreadBps !== null && (
            <>
              {' · '}
              {t('trading.spread')} <PercentText bps={spreadBps} />
            </>
          )}
        </p>
        {jumpedTo !== null && (
          <p className={queueStyles.meta}>
            {t('trading.jumpedTo')} <PriceText price={jumpedTo.usd} /> · <TimeAgo at={jumpedTo.since} />
          </p>
        )}
        {halt !== null && (
          <p className={queueStyles.meta}>
            <HaltedBy halt={halt} />
          </p>
        )}
      </div>
      <PriceActs price={price} onAct={onAct} />
    </li>
  );
}

function PriceActs({ price, onAct }: { price: TradingPrice; onAct: PricesCardProps['onAct'] }) {
  const { t } = useTranslation('console');
  const { currency, usd, jumpedTo, halt } = price;
  if (!useMay('trading.halt')) return null;
  const kind = halt === null ? 'halt' : 'resume';
  return (
    <div className={queueStyles.acts}>
      {jumpedTo !== null && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t('trading.trustOf', { currency })}
          onClick={() => onAct({ kind: 'trust', currency, from: usd, to: jumpedTo.usd })}
        >
          {t('trading.trust')}
        </Button>
      )}
      <RowButton
        label={t(`trading.${kind}`)}
        name={t(`trading.${kind}Of`, { currency })}
        onClick={() => onAct({ kind, currency })}
      />
    </div>
  );
}
