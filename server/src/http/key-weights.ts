import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { securityParameters } from '../security-parameters.ts';
import { networkOf } from './network-address.ts';
import { refusalFor } from './rate-limit.ts';

/** What is left, as the headers of a reply tell it, and what the key used. A stream tells nothing. */
export type TellBudget = (headers: Readonly<Record<string, string>>, usedPoints: number) => void;

export interface KeyWeights {
  /**
   * Counts a call against the key and against the network it comes from, and tells what is left.
   * @throws DomainError RateLimitExceeded
   */
  spend(
    call: { readonly keyId: string; readonly networkAddress: string; readonly weight: number },
    tellBudget?: TellBudget,
  ): Promise<void>;
}

const { perMinute } = securityParameters.apiKeyWeight;
const windowSeconds = 60;

/** In memory, as every signed-in call: a write for each would cost more than the call. */
export function createKeyWeights(factor: number): KeyWeights {
  const quotas = { key: perMinute.key * factor, network: perMinute.network * factor };
  const budgets = {
    key: new RateLimiterMemory({ points: quotas.key, duration: windowSeconds }),
    network: new RateLimiterMemory({ points: quotas.network, duration: windowSeconds }),
  };
  const policy = Object.entries(quotas)
    .map(([name, points]) => `"${name}";q=${points};w=${windowSeconds}`)
    .join(', ');
  return {
    async spend({ keyId, networkAddress, weight }, tellBudget) {
      const told: string[] = [];
      let usedPoints = 0;
      const take = async (name: keyof typeof budgets, subject: string): Promise<void> => {
        const outcome = await consume(budgets[name], subject, weight);
        const secondsLeft = Math.ceil(outcome.msBeforeNext / 1000);
        // The draft of the IETF: draft-ietf-httpapi-ratelimit-headers.
        told.push(`"${name}";r=${Math.max(0, outcome.remainingPoints)};t=${secondsLeft}`);
        if (told.length === 1) usedPoints = outcome.consumedPoints;
        tellBudget?.({ 'ratelimit-policy': policy, ratelimit: told.join(', ') }, usedPoints);
        if (outcome.isSpent) throw refusalFor(outcome.msBeforeNext);
      };
      // A key that has spent its own budget spends nothing of its neighbours'.
      await take('key', keyId);
      await take('network', networkOf(networkAddress));
    },
  };
}

async function consume(limiter: RateLimiterMemory, subject: string, weight: number) {
  try {
    const { msBeforeNext, remainingPoints, consumedPoints } = await limiter.consume(subject, weight);
    return { msBeforeNext, remainingPoints, consumedPoints, isSpent: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const { msBeforeNext, remainingPoints, consumedPoints } = refusal;
    return { msBeforeNext, remainingPoints, consumedPoints, isSpent: true };
  }
}
