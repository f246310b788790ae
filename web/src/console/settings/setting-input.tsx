import { socialNetworks } from '@mercury/contract/api/config.ts';
import type { SettingAsset } from '@mercury/contract/console/settings.ts';
import {
  percentOfBps,
  problemOfAmountPart,
  problemOfLinkPart,
} from '@mercury/contract/console/setting-values.ts';
import { settingTraits, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PartList } from './part-list.tsx';

export interface SettingInputProps {
  name: SettingName;
  label: string;
  hint: string;
  /** In the notation of the environment; empty: the default. */
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
  assets: readonly SettingAsset[];
}

/** The field that fits what the setting is. */
export function SettingInput(props: SettingInputProps) {
  const { name, label, hint, text, onChange, error } = props;
  const { form } = settingTraits[name];
  switch (form) {
    case 'percent':
      return <PercentField {...props} />;
    case 'price':
    case 'usd':
      return (
        <AmountField
          label={label}
          hint={hint}
          asset="USD"
          {...(form === 'price' && { decimalsMax: priceDecimals })}
          amount={text}
          onAmountChange={onChange}
          error={error}
        />
      );
    case 'amounts':
      return <AmountList {...props} />;
    case 'links':
      return <LinkList {...props} />;
    case 'email':
    case 'phone':
    case 'line':
    case 'depositKey':
    case 'depositAddress':
      return (
        <TextField
          label={label}
          hint={hint}
          autoComplete="off"
          spellCheck={false}
          dir={form === 'line' ? 'auto' : 'ltr'}
          inputMode={form === 'email' ? 'email' : form === 'phone' ? 'tel' : 'text'}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          error={error}
        />
      );
    default:
      return form satisfies never;
  }
}

const percentDecimals = 2;

/** Kept in hundredths of a percent, typed in percent. */
function PercentField({ hint, text, onChange, error }: SettingInputProps) {
  const { t } = useTranslation('console');
  const [percent, setPercent] = useState(() => (/^[0-9]+$/.test(text) ? percentOfBps(text) : ''));
  return (
    <AmountField
      label={t('settings.valueInPercent')}
      hint={hint}
      // No amount of money: the sign stands in the place of the currency.
      asset="USD"
      unit={<span aria-hidden="true">%</span>}
      decimalsMax={percentDecimals}
      amount={percent}
      onAmountChange={(next) => {
        setPercent(next);
        onChange(parseDecimal(next, percentDecimals)?.toString() ?? next);
      }}
      error={error}
    />
  );
}

function AmountList({ name, label, text, onChange, error, assets }: SettingInputProps) {
  const { t } = useTranslation('console');
  // The own coin's network is the product itself: it costs nothing.
  const offered = assets.filter(({ isOwn }) => !isOwn || name !== 'WITHDRAWAL_NETWORK_FEES');
  const decimalsOf = (code: string) => offered.find(({ currency }) => currency === code)?.decimals ?? 0;
  return (
    <PartList
      label={label}
      text={text}
      onChange={onChange}
      choices={offered.map(({ currency }) => ({ value: currency, label: currency }))}
      choiceLabel={t('settings.currency')}
      error={error}
      problemOf={problemOfAmountPart}
    >
      {(part, field) => (
        <AmountField
          label={t('settings.amountIn', { currency: part.name })}
          // The choices are codes of the server.
          asset={part.name as AssetCode}
          decimalsMax={decimalsOf(part.name)}
          amount={part.value}
          onAmountChange={field.onChange}
          error={field.error}
        />
      )}
    </PartList>
  );
}

function LinkList({ label, text, onChange, error }: SettingInputProps) {
  const { t } = useTranslation('console');
  return (
    <PartList
      label={label}
      text={text}
      onChange={onChange}
      choices={socialNetworks.map((network) => ({
        value: network,
        label: t(`settings.networks.${network}`),
      }))}
      choiceLabel={t('settings.network')}
      error={error}
      problemOf={problemOfLinkPart}
    >
      {(part, field) => (
        <TextField
          label={t('settings.link')}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={part.value}
          onChange={({ target }) => field.onChange(target.value)}
          error={field.error}
        />
      )}
    </PartList>
  );
}
