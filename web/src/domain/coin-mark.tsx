import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { useState } from 'react';
import styles from './coin-mark.module.css';

interface CoinImageProps {
  path: string;
  /** Drawn where the file can't be had. */
  code: string;
  size: number;
}

/** A coin's icon, by its path. Decorative: the coin's code or name always stands beside it. */
export function CoinImage({ path, code, size }: CoinImageProps) {
  const [missingPath, setMissingPath] = useState<string>();
  if (missingPath === path) return <DrawnMark code={code} size={size} />;
  return (
    <img
      src={path}
      width={size}
      height={size}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setMissingPath(path)}
      className={styles.mark}
    />
  );
}

/** The icon of a wallet currency. Icons are separate files that a page loads on demand. */
export function CoinMark({ asset, size = 32 }: { asset: AssetCode; size?: number }) {
  const { icon } = assetOf(asset);
  if (icon === null) return <DrawnMark code={asset} size={size} />;
  return <CoinImage path={`/coins/${icon}.svg`} code={asset} size={size} />;
}

/** The number of the theme's colours for parts of a whole. */
const colorCount = 5;
const lettersMax = 3;

/** The first letters of a code. A code has the same colour everywhere. */
function DrawnMark({ code, size }: Pick<CoinImageProps, 'code' | 'size'>) {
  const sum = Array.from(code).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={styles.drawn}
      data-color={(sum % colorCount) + 1}
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="16" />
      <text x="16" y="16" fontSize="11" fontWeight="600" textAnchor="middle" dominantBaseline="central">
        {code.slice(0, lettersMax)}
      </text>
    </svg>
  );
}
