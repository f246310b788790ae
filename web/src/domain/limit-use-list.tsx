import { limitKinds, type LimitUse } from '@mercury/contract/api/levels.ts';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../i18n/use-locale.ts';
import { Detail, DetailList } from '../ui/detail-list.tsx';
import { moneyText } from '../ui/money-parts.ts';

/** What is left of each limit of a level. */
export function LimitUseList({ limits }: { limits: readonly LimitUse[] }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const textOf = (usd: string): string => moneyText(usd, 'USD', formatTag);
  return (
    <DetailList>
      {limitKinds.flatMap((kind) => {
        const own = limits.filter((limit) => limit.kind === kind);
        if (own.length === 0) {
          return (
            <Detail key={kind} label={t(`levels.kinds.${kind}`)}>
              {t('levels.noLimit')}
            </Detail>
          );
        }
        return own.map(({ period, leftUsd, maxUsd }) => (
          <Detail
            key={`${kind} ${period}`}
            label={t(period === 'day' ? `levels.day.${kind}` : `levels.month.${kind}`)}
          >
            {t('levels.left', { left: textOf(leftUsd), max: textOf(maxUsd) })}
          </Detail>
        ));
      })}
    </DetailList>
  );
}
