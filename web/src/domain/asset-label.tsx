import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assetName } from '../i18n/coin-name.ts';
import type { FieldTexts } from '../ui/field.tsx';
import { Money } from '../ui/money.tsx';
import { SelectField } from '../ui/select-field.tsx';
import styles from './asset-label.module.css';
import { CoinMark } from './coin-mark.tsx';

interface AssetLabelProps {
  asset: AssetCode;
  name: string;
  /** Under the name: the network. */
  detail?: ReactNode;
  /** At the end: the available amount. */
  trailing?: ReactNode;
}

/** A currency in a list: icon, name and code. */
export function AssetLabel({ asset, name, detail, trailing }: AssetLabelProps) {
  return (
    <span className={styles.label}>
      <CoinMark asset={asset} size={28} />
      <span className={styles.about}>
        <span className={styles.name}>
          <bdi>{name}</bdi> <span className={styles.code}>{asset}</span>
        </span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {trailing && <span className={styles.trailing}>{trailing}</span>}
    </span>
  );
}

interface AssetFieldProps extends FieldTexts {
  assets: readonly AssetCode[];
  asset: AssetCode;
  onChange: (asset: AssetCode) => void;
  /** The available amount of each, shown at its end; undefined if there is none. */
  availableOf?: (asset: AssetCode) => string | undefined;
}

/** A select of currencies with their icons and names. */
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
        const trailing =
          available === undefined ? null : <Money amount={available} asset={code} precision="short" />;
        return {
          value: code,
          text: `${name} ${code}`,
          content: <AssetLabel asset={code} name={name} trailing={trailing} />,
        };
      })}
    />
  );
}
