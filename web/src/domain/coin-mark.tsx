import type { AssetCode } from '@mercury/contract/money/asset.ts';
import styles from './coin-mark.module.css';

/** A coin's icon, by its path. Decorative: the coin's code or name always stands beside it. */
export function CoinImage({ path, size }: { path: string; size: number }) {
  return (
    <img
      src={path}
      width={size}
      height={size}
      alt=""
      decoding="async"
      draggable={false}
      className={styles.mark}
    />
  );
}

/** The icon of a wallet currency. Icons are separate files that a page loads on demand. */
export function CoinMark({ asset, size = 32 }: { asset: AssetCode; size?: number }) {
  return <CoinImage path={`/coins/${asset.toLowerCase()}.svg`} size={size} />;
}
