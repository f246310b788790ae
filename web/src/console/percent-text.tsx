import { numberFormat } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';

/** Hundredths of a percent, or percent, in the reader's own digits. */
export function PercentText({ bps }: { bps: number }) {
  const formatTag = useFormatTag();
  return <bdi>{percentText(bps / 100, formatTag)}</bdi>;
}

export function percentText(percent: number, formatTag: string): string {
  return numberFormat(formatTag, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
}
