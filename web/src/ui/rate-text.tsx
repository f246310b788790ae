import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { rateDigits } from './rate-digits.ts';

interface RateTextProps {
  /** One whole unit of `base` costs `value` of `quote`. A decimal as the API gives it. */
  rate: { base: AssetCode; quote: AssetCode; value: string };
}

/** "1 BTC = 64,120.55 USD", kept left to right like all amounts. */
export function RateText({ rate: { base, quote, value } }: RateTextProps) {
  const formatTag = useFormatTag();
  return (
    <bdi dir="ltr">
      {formatCount(1, formatTag)}&nbsp;{base} = {rateDigits(value, formatTag)}&nbsp;{quote}
    </bdi>
  );
}
