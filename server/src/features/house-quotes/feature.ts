import { setTimeout as wait } from 'node:timers/promises';
import type { Feature, Running } from '../../feature.ts';
import { reasonOf } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { createQuoter } from './quoter.ts';

// A level that was taken is back after this at the latest. While nothing is to be done, it is a few small reads.
const lookEveryMs = 2_000;

/** Looks before the first call is taken: what stands there from before a restart has an old price. */
function quoteMarkets(services: Services): Running {
  const quoter = createQuoter(services);
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      await quoter.look();
    } catch (error) {
      services.log.warn({ reason: reasonOf(error) }, 'the house could not quote');
    }
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(lookEveryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await look();
    }
  }

  return {
    async start() {
      if (!services.config.quotesMarkets) return;
      await look();
      looking = keepLooking();
    },
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

export const houseQuotes = { name: 'house-quotes', runs: quoteMarkets } satisfies Feature;
