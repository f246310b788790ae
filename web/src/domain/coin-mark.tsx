import type { AssetCode } from '@mercury/contract/money/asset.ts';
import styles from './coin-mark.module.css';

/** A coin's mark, by the path that it is served under. Decorative: the coin's code or name always stands beside it. */
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

/** The mark of a currency that wallets hold. They are files of their own, which a page fetches as it needs them. */
export function CoinMark({ asset, size = 32 }: { asset: AssetCode; size?: number }) {
  return <CoinImage path={`/coins/${asset.toLowerCase()}.svg`} size={size} />;
}
