import type { Feature } from '../../feature.ts';
import { installExchangeFacade } from './install.ts';

/** Programs that speak Binance's API for spot work here unchanged. It adds no rule: each call is one of /v1. */
export const exchangeFacade = {
  name: 'exchange-facade',
  installRoutes: installExchangeFacade,
} satisfies Feature;
