import { partsOf, percentOfBps, problemOfSetting } from '@mercury/contract/console/setting-values.ts';
import { settingTraits, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { percentText } from '../percent-text.tsx';

/** As a person reads it; `text` null: nothing. */
export function SettingValue({ name, text }: { name: SettingName; text: string | null }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  if (text === null) return t('settings.none');
  // Of another build: shown as it is.
  if (problemOfSetting(name, text) !== undefined) return <bdi dir="ltr">{text}</bdi>;
  const { form } = settingTraits[name];
  switch (form) {
    case 'percent':
      // A share, not money: it is exact in a number.
      return <bdi>{percentText(Number(percentOfBps(text)), formatTag)}</bdi>;
    case 'price':
    case 'usd':
      return <Money amount={text} asset="USD" precision="all" />;
    case 'amounts':
      return partsOf(text).map((part, index) => (
        <Fragment key={part.name}>
          {index > 0 && ' · '}
          <Money amount={part.value} asset={part.name} precision="all" />
        </Fragment>
      ));
    case 'links':
      return partsOf(text).map((part) => (
        <Fragment key={part.name}>
          <bdi dir="ltr">{part.value}</bdi>{' '}
        </Fragment>
      ));
    case 'line':
      return <bdi dir="auto">{text}</bdi>;
    case 'email':
    case 'phone':
    case 'depositKey':
    case 'depositAddress':
      return <bdi dir="ltr">{text}</bdi>;
    default:
      return form satisfies never;
  }
}

/** Of what the log, or a proposal, recorded: `settingWords` wrote it. */
export function SettingWords({ name, text }: { name: SettingName; text: string }) {
  const formatTag = useFormatTag();
  const { form } = settingTraits[name];
  const percent = /^([\d.]+) %$/.exec(text)?.[1];
  if (form === 'percent' && percent !== undefined)
    return <bdi>{percentText(Number(percent), formatTag)}</bdi>;
  const parts = text
    .split(', ')
    .map((part) => /^(?<asset>[A-Z0-9]+) (?<amount>\d+(\.\d+)?)$/.exec(part)?.groups);
  if (form !== 'amounts' || parts.includes(undefined)) return <bdi dir="auto">{text}</bdi>;
  return parts.map((part, index) => (
    <Fragment key={part?.['asset']}>
      {index > 0 && ' · '}
      <Money amount={part?.['amount'] ?? '0'} asset={part?.['asset'] ?? ''} precision="all" />
    </Fragment>
  ));
}

/** Inside a sentence. */
export function settingText(name: SettingName, text: string, formatTag: string): string {
  if (problemOfSetting(name, text) !== undefined) return text;
  const { form } = settingTraits[name];
  if (form === 'percent') return percentText(Number(percentOfBps(text)), formatTag);
  if (form === 'price' || form === 'usd') return moneyText(text, 'USD', formatTag, { precision: 'all' });
  return text;
}
