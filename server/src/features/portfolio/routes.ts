import { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { showPortfolio } from './show-portfolio.ts';

export function bindPortfolioRoutes(bind: Bind, services: Services): void {
  bind(getPortfolio, { rateLimit: 'portfolio' }, ({ session: { userId }, query: { range } }) =>
    showPortfolio(services, { userId, range }),
  );
}
