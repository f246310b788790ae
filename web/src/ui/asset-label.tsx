import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { ReactNode } from 'react';
import styles from './asset-label.module.css';
import { CoinMark } from './coin-mark.tsx';

interface AssetLabelProps {
  asset: AssetCode;
  name: string;
  /** Stands under the name: the network. */
  detail?: ReactNode;
  /** Stands at the end: what is available of it. */
  trailing?: ReactNode;
}

/** A currency as it stands in a list: mark, name and code. */
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
