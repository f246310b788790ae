import { portfolioRanges } from '@mercury/contract/api/portfolio.ts';
import { PortfolioPage } from '../features/portfolio/portfolio-page.tsx';
import { useRange } from './use-range.ts';

export function PortfolioRoute() {
  const { range, chooseRange } = useRange(portfolioRanges);
  return <PortfolioPage range={range} onRangeChange={chooseRange} />;
}
