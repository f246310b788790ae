import { useTranslation } from 'react-i18next';
import { TimeAgo } from './time-text.tsx';

interface PriceSourceProps {
  source: 'live' | 'pretend';
  asOf: string;
}

/** Whose prices they are, and how old. */
export function PriceSource({ source, asOf }: PriceSourceProps) {
  const { t } = useTranslation();
  return (
    <>
      {t(`portfolio.source.${source}`)} · <TimeAgo at={asOf} />
    </>
  );
}
