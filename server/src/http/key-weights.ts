import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { securityParameters } from '../security-parameters.ts';
import { networkOf } from './network-address.ts';
import { refusalFor } from './rate-limit.ts';

export interface KeyWeights {
  /**
   * Counts a call against the key, if there is one, and against the network it comes from, and tells in the headers what is left.
   * @throws DomainError RateLimitExceeded
   */
  spend(
    reply: FastifyReply,
    call: {
      readonly keyId: string | undefined;
      readonly networkAddress: string;
      readonly weight: number;
      /** Tells in addition what was used: of the key, else of the network. */
      readonly usedHeader?: string | undefined;
    },
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
    async spend(reply, { keyId, networkAddress, weight, usedHeader }) {
      const told: string[] = [];
      const take = async (name: keyof typeof budgets, subject: string): Promise<void> => {
        const outcome = await consume(budgets[name], subject, weight);
        const secondsLeft = Math.ceil(outcome.msBeforeNext / 1000);
        told.push(`"${name}";r=${Math.max(0, outcome.remainingPoints)};t=${secondsLeft}`);
        // The draft of the IETF: draft-ietf-httpapi-ratelimit-headers.
        void reply.headers({ 'ratelimit-policy': policy, ratelimit: told.join(', ') });
        if (usedHeader !== undefined && told.length === 1)
          void reply.header(usedHeader, outcome.consumedPoints);
        if (outcome.isSpent) throw refusalFor(outcome.msBeforeNext);
      };
      // A key that has spent its own budget spends nothing of its neighbours'.
      if (keyId !== undefined) await take('key', keyId);
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
