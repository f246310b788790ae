import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { key } from './shapes.ts';

/**
 * A coin that a person watches: the market's id for it, or the code of an asset that has no market. Ids are in small letters and
 * codes in capitals, so no coin is taken for another.
 */
const watchedCoinSchema = z.string().check(z.regex(/^([a-z0-9-]{1,64}|[A-Z0-9]{2,12})$/, key('invalid')));
const params = z.strictObject({ coin: watchedCoinSchema });

export const listWatchedCoins = endpoint({
  method: 'GET',
  path: '/watchlist',
  tag: 'market',
  summary: 'The coins that the person watches, in the order in which they were added',
  caller: 'verified',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), coins: z.array(z.string()) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const watchCoin = endpoint({
  method: 'PUT',
  path: '/watchlist/:coin',
  tag: 'market',
  summary: 'Adds a coin to the watchlist, once',
  caller: 'verified',
  params,
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound', 'TooManyWatchedCoins'],
});

export const unwatchCoin = endpoint({
  method: 'DELETE',
  path: '/watchlist/:coin',
  tag: 'market',
  summary: 'Takes a coin off the watchlist, if it is on it',
  caller: 'verified',
  params,
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified'],
});
