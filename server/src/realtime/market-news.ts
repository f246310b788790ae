import type { MarketChangedEvent } from './publisher.ts';

/** Within this process: what it hears of markets, whichever process changed them. */
export interface MarketNews {
  tell(event: MarketChangedEvent): void;
  /** For a while nothing was heard: any market may have changed. */
  tellGap(): void;
  listen(listener: MarketListener): void;
}

export interface MarketListener {
  readonly onChange: (event: MarketChangedEvent) => void;
  readonly onGap: () => void;
}

export function createMarketNews(): MarketNews {
  const listeners: MarketListener[] = [];
  return {
    tell(event) {
      for (const { onChange } of listeners) onChange(event);
    },
    tellGap() {
      for (const { onGap } of listeners) onGap();
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
