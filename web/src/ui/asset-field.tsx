import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { assetName } from '../i18n/coin-name.ts';
import { AssetLabel } from './asset-label.tsx';
import type { FieldTexts } from './field.tsx';
import { Money } from './money.tsx';
import { SelectField } from './select-field.tsx';

interface AssetFieldProps extends FieldTexts {
  assets: readonly AssetCode[];
  asset: AssetCode;
  onChange: (asset: AssetCode) => void;
  /** How much of each there is to spend, which stands at its end; undefined where there is none. */
  availableOf?: (asset: AssetCode) => string | undefined;
}

/** A choice of currencies, by their marks and names. */
export function AssetField({ assets, asset, onChange, availableOf, ...texts }: AssetFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      {...texts}
      value={asset}
      onChange={onChange}
      options={assets.map((code) => {
        const name = assetName(t, code);
        const available = availableOf?.(code);
        const trailing = available === undefined ? null : <Money amount={available} asset={code} />;
        return {
          value: code,
          text: `${name} ${code}`,
          content: <AssetLabel asset={code} name={name} trailing={trailing} />,
        };
      })}
    />
  );
}
