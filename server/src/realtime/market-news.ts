import type { AssetsChangedEvent, LiveEvent, SettingsChangedEvent } from './publisher.ts';

/** What the streams of markets and of the operator's console listen for. */
export type MarketNewsEvent = Exclude<LiveEvent, AssetsChangedEvent | SettingsChangedEvent>;

/** Within this process: what it hears of markets and of people, whichever process changed them. */
export interface MarketNews {
  tell(event: MarketNewsEvent): void;
  /** For a while nothing was heard: anything may have changed. */
  tellGap(): void;
  listen(listener: MarketListener): void;
}

export interface MarketListener {
  readonly onChange: (event: MarketNewsEvent) => void;
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
