import { watchCoin } from '@mercury/contract/api/watchlist.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { askAgain } from '../../api/query-client.ts';
import { useSession } from '../../api/use-session.ts';
import { readStored, writePreference } from '../../storage.ts';
import { watchlistQuery, withCoin } from './queries.ts';

const storageKey = 'stars';
/** More than anybody stars before they sign up. The oldest goes first. */
const starsMax = 20;

/** What a visitor starred, until it is in an account's watchlist. It starts empty, like prerendered pages. */
export const useVisitorStars = create<{ coins: readonly string[] }>(() => ({ coins: [] }));

function readStars(): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readStored(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

useVisitorStars.setState({ coins: readStars() });

export function setVisitorStar(coin: string, isWatched: boolean): void {
  const coins = withCoin(useVisitorStars.getState().coins, { coin, isWatched }).slice(-starsMax);
  useVisitorStars.setState({ coins });
  writePreference(storageKey, JSON.stringify(coins));
}

/** Another try would have the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'TooManyWatchedCoins');
}

async function mergeStars(queryClient: QueryClient): Promise<void> {
  for (const coin of useVisitorStars.getState().coins) {
    try {
      await call(watchCoin, { params: { coin } });
    } catch (error) {
      // The next visit tries again.
      if (!isFinal(error)) return;
    }
    // The star stays lit until the list has the coin.
    await askAgain(queryClient, watchlistQuery.queryKey);
    setVisitorStar(coin, false);
  }
}

/** Whoever signs in or up takes along what they starred before. */
export function useMergeStars(): void {
  const queryClient = useQueryClient();
  const { status } = useSession();
  const { coins } = useVisitorStars();
  const isDue = status === 'verified' && coins.length > 0;
  useEffect(() => {
    if (isDue) void mergeStars(queryClient);
  }, [isDue, queryClient]);
}
