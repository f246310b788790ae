import { operatorConsole } from '../console/feature.ts';
import type { Feature } from '../feature.ts';
import { identity } from '../identity/feature.ts';
import type { JobName } from '../jobs/queue.ts';
import { platform } from '../platform.ts';
import { webhooks } from './webhooks/feature.ts';
import { config } from './config/feature.ts';
import { contactForm } from './contact-form/feature.ts';
import { contacts } from './contacts/feature.ts';
import { deposits } from './deposits/feature.ts';
import { exchangeFacade } from './exchange-facade/feature.ts';
import { houseQuotes } from './house-quotes/feature.ts';
import { levels } from './levels/feature.ts';
import { market } from './market/feature.ts';
import { notices } from './notices/feature.ts';
import { orders } from './orders/feature.ts';
import { portfolio } from './portfolio/feature.ts';
import { priceAlerts } from './price-alerts/feature.ts';
import { recurringBuys } from './recurring-buys/feature.ts';
import { sandbox } from './sandbox/feature.ts';
import { status } from './status/feature.ts';
import { topUps } from './topups/feature.ts';
import { trade } from './trade/feature.ts';
import { transactions } from './transactions/feature.ts';
import { transfers } from './transfers/feature.ts';
import { wallet } from './wallet/feature.ts';
import { watchlist } from './watchlist/feature.ts';
import { withdrawals } from './withdrawals/feature.ts';

/**
 * All features. A freeze, a deletion and the watch of the rail go through them in this order, so this is also the lock order,
 * after the person and the balances: a freeze cancels withdrawals before it forgets whom the person paid.
 */
const listed = [
  identity,
  wallet,
  transactions,
  withdrawals,
  transfers,
  topUps,
  deposits,
  webhooks,
  sandbox,
  trade,
  orders,
  exchangeFacade,
  houseQuotes,
  recurringBuys,
  priceAlerts,
  levels,
  portfolio,
  market,
  watchlist,
  contacts,
  notices,
  contactForm,
  config,
  status,
  operatorConsole,
  platform,
] as const satisfies readonly Feature[];

export const features: readonly Feature[] = listed;

type JobsOf<Each> = Each extends { readonly jobs: infer Jobs } ? keyof Jobs : never;
type RunJob = JobsOf<(typeof listed)[number]> | 'watch-rail' | 'sweep';
// If no feature runs a job, the compiler names the job here.
true satisfies JobName extends RunJob ? true : Exclude<JobName, RunJob>;
