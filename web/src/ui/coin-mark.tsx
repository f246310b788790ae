import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { ReactNode } from 'react';
import styles from './coin-mark.module.css';

interface Mark {
  /** The coin's own colour, the same in both themes, as people know it. */
  colour: string;
  /** White on that colour, on a square of 32. */
  shape: ReactNode;
}

const stroke = {
  fill: 'none',
  stroke: '#fff',
  strokeWidth: 2.2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const marks: Readonly<Record<AssetCode, Mark>> = {
  MRCY: {
    colour: '#31435a',
    shape: (
      <>
        <path
          fill="#d7e0ea"
          d="M14 11.5c1.9 0 2.9.7 4 .7 1 0 1.3-.5 1.6-1.2l2.6 2.5c-.9.4-1.3.8-1.3 1.7 0 .9.5 1.9.5 3.3A7.4 7.4 0 1 1 14 11.5Z"
        />
        <circle cx="22.1" cy="10.3" r="2.6" fill="#2fc9b8" />
      </>
    ),
  },
  USD: {
    colour: '#3d7a55',
    shape: (
      <path
        {...stroke}
        d="M20 11.8c-.8-1.3-2.2-2-4-2-2.4 0-4 1.2-4 3.1 0 4.3 8.2 1.9 8.2 6.2 0 1.9-1.7 3.1-4.2 3.1-1.9 0-3.4-.8-4.2-2.2M16 7.6v16.8"
      />
    ),
  },
  BTC: {
    colour: '#f7931a',
    shape: (
      <path
        {...stroke}
        d="M12.5 10h5.2a2.9 2.9 0 0 1 0 5.9h-5.2m0 0h5.9a3.05 3.05 0 0 1 0 6.1h-5.9M12.5 10v12M10.5 10h2M10.5 22h2M14.5 7.5V10M17.7 7.5V10M14.5 22v2.5M17.7 22v2.5"
      />
    ),
  },
  ETH: {
    colour: '#627eea',
    shape: (
      <>
        <path fill="#fff" d="m16 5-6.8 11.3L16 20.3l6.8-4z" opacity="0.9" />
        <path fill="#fff" d="m9.2 17.8 6.8 9.2 6.8-9.2-6.8 4z" />
      </>
    ),
  },
  TRX: {
    colour: '#eb0029',
    shape: (
      <path
        {...stroke}
        strokeWidth={1.8}
        d="m8.5 9 12.3 2.3 3.3 3.3L15 25zM8.5 9l7.5 7.3M24 14.6l-8 1.7m0 0L15 25m1-8.7 4.8-5"
      />
    ),
  },
  USDT: {
    colour: '#26a17b',
    shape: (
      <>
        <path fill="#fff" d="M9 8.5h14V12h-5.2v12h-3.6V12H9z" />
        <ellipse {...stroke} strokeWidth={1.6} cx="16" cy="15.6" rx="7.6" ry="2.1" />
      </>
    ),
  },
  USDC: {
    colour: '#2775ca',
    shape: (
      <>
        <path
          {...stroke}
          strokeWidth={1.9}
          d="M12.6 7.4a9.2 9.2 0 0 0 0 17.2M19.4 7.4a9.2 9.2 0 0 1 0 17.2"
        />
        <path
          {...stroke}
          strokeWidth={1.9}
          d="M18.7 13.3c-.5-.9-1.5-1.4-2.7-1.4-1.6 0-2.7.8-2.7 2 0 2.8 5.5 1.3 5.5 4.1 0 1.3-1.2 2.1-2.8 2.1-1.3 0-2.3-.5-2.8-1.5M16 10.3v11.4"
        />
      </>
    ),
  },
  BNB: {
    colour: '#f0b90b',
    shape: (
      <path
        fill="#fff"
        d="m16 6.5 5.8 5.8-2.1 2.1-3.7-3.7-3.7 3.7-2.1-2.1zM8.6 13.9l2.1 2.1-2.1 2.1L6.5 16zm14.8 0 2.1 2.1-2.1 2.1-2.1-2.1zM16 13.9l2.1 2.1-2.1 2.1-2.1-2.1zm-3.7 3.7 3.7 3.7 3.7-3.7 2.1 2.1-5.8 5.8-5.8-5.8z"
      />
    ),
  },
  SOL: {
    colour: '#7c4dff',
    shape: <path fill="#fff" d="M11.2 9h13l-3.4 3.5h-13zm-3.4 5.3h13l3.4 3.4h-13zm3.4 5.2h13L20.8 23h-13z" />,
  },
  XRP: {
    colour: '#3b4754',
    shape: <path {...stroke} d="m9 9 4 4a4.2 4.2 0 0 0 6 0l4-4M9 23l4-4a4.2 4.2 0 0 1 6 0l4 4" />,
  },
  DOGE: {
    colour: '#bb9f3f',
    shape: <path {...stroke} strokeWidth={2.6} d="M12.5 9.5h3.3a6.5 6.5 0 0 1 0 13h-3.3zM10 16h6.5" />,
  },
  LTC: {
    colour: '#4a73b8',
    shape: <path {...stroke} strokeWidth={2.6} d="m15.5 8-3.7 14.5h9M10 18l8-3.2" />,
  },
  TON: {
    colour: '#0098ea',
    shape: <path {...stroke} d="M9.5 10h13c1 0 1.6 1.1 1.1 2L16 24.5 8.4 12c-.5-.9.1-2 1.1-2ZM16 10v14" />,
  },
};

/** Decorative: the coin's code or name always stands beside it. */
export function CoinMark({ asset, size = 32 }: { asset: AssetCode; size?: number }) {
  const { colour, shape } = marks[asset];
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
      <circle cx="16" cy="16" r="16" fill={colour} />
      {shape}
    </svg>
  );
}
