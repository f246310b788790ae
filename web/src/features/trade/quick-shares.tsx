import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { type Share, shareOf, sharePercents } from './shares.ts';
import styles from './trade.module.css';

interface QuickSharesProps {
  asset: AssetCode;
  available: string;
  /** What the field says; undefined if it follows from the other side. */
  amount: string | undefined;
  onChoose: (share: Share) => void;
}

/** Fill the field with a part of what is available. */
export function QuickShares({ asset, available, amount, onChoose }: QuickSharesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const reasonId = useId();
  const shares = sharePercents.map((percent) => ({ percent, share: shareOf(asset, available, percent) }));
  const hasNone = shares.every(({ share }) => share === undefined);
  const isPartial = shares.some(({ share }) => share === undefined);
  return (
    <div className={styles.shares}>
      <div
        role="group"
        aria-label={t('trade.shares.label')}
        aria-describedby={isPartial ? reasonId : undefined}
        className={styles.shareRow}
      >
        {shares.map(({ percent, share }) => (
          <button
            key={percent}
            type="button"
            className={styles.share}
            disabled={share === undefined}
            aria-pressed={share !== undefined && share.amount === amount}
            onClick={() => share && onChoose(share)}
          >
            {formatPercent(String(percent), formatTag)}
          </button>
        ))}
      </div>
      {isPartial && (
        <p id={reasonId} className={styles.shareReason}>
          {hasNone
            ? t('trade.shares.none', { currency: asset })
            : t('trade.shares.tooLittle', { currency: asset })}
        </p>
      )}
    </div>
  );
}
