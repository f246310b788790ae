import { partsOf, percentOfBps, problemOfSetting } from '@mercury/contract/console/setting-values.ts';
import { settingTraits, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Money } from '../../ui/money.tsx';

/** As a person reads it; `text` null: nothing. */
export function SettingValue({ name, text }: { name: SettingName; text: string | null }) {
  const { t } = useTranslation('console');
  if (text === null) return t('settings.none');
  // Of another build: shown as it is.
  if (problemOfSetting(name, text) !== undefined) return <bdi dir="ltr">{text}</bdi>;
  const { form } = settingTraits[name];
  switch (form) {
    case 'percent':
      return <Percent text={text} />;
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

function Percent({ text }: { text: string }) {
  const formatTag = useFormatTag();
  const options = { style: 'percent', maximumFractionDigits: 2 } as const;
  // A share, not money: it is exact in a number.
  return <bdi>{numberFormat(formatTag, options).format(Number(percentOfBps(text)) / 100)}</bdi>;
}
