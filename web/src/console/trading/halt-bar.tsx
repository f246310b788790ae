import type { TradingPrice } from '@mercury/contract/console/trading.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { useMay } from '../api/me.ts';
import queueStyles from '../queue.module.css';
import type { TradingAct } from './act-dialog.tsx';

interface HaltBarProps {
  halt: TradingPrice['halt'];
  onAct: (act: TradingAct) => void;
}

/** Of all trading. */
export function HaltBar({ halt, onAct }: HaltBarProps) {
  const { t } = useTranslation('console');
  const mayHalt = useMay('trading.halt');
  return (
    <>
      {halt !== null && (
        <Notice tone="warning">
          {t('trading.allHalted')} <HaltedBy halt={halt} />
        </Notice>
      )}
      {mayHalt && (
        <div className={queueStyles.acts}>
          {halt === null ? (
            <Button
              variant="danger"
              aria-haspopup="dialog"
              onClick={() => onAct({ kind: 'halt', currency: null })}
            >
              {t('trading.haltAll')}
            </Button>
          ) : (
            <Button aria-haspopup="dialog" onClick={() => onAct({ kind: 'resume', currency: null })}>
              {t('trading.resumeAll')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

export function HaltedBy({ halt: { by, since } }: { halt: NonNullable<TradingPrice['halt']> }) {
  const { t } = useTranslation('console');
  return (
    <>
      {t('trading.haltedBy')} <bdi>{by}</bdi> · <TimeAgo at={since} />
    </>
  );
}
