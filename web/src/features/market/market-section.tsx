import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { lazyPart, useIsNear } from '../../ui/lazy-part.tsx';
import { marketSectionId, type RenderStar } from './market-links.ts';
import styles from './market-section.module.css';
import { MarketSkeleton } from './market-skeleton.tsx';

const MarketBoard = lazyPart(async () => (await import('./market-board.tsx')).MarketBoard);

/**
 * The market on the landing page. It is below the fold, so its code and prices load when it comes near the viewport. Until then
 * its skeleton keeps the place.
 */
export function MarketSection({ renderStar }: { renderStar?: RenderStar }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  const isNear = useIsNear(section);
  useEffect(() => {
    if (hash === `#${marketSectionId}`) section.current?.scrollIntoView();
  }, [hash]);
  return (
    <section ref={section} id={marketSectionId} className={styles.section} aria-labelledby="market-title">
      <div className={styles.heading}>
        <h2 id="market-title" className={styles.title}>
          {t('market.title')}
        </h2>
        <p className={styles.lead}>{t('market.lead')}</p>
        <Link to={paths.markets} className={styles.all}>
          {t('markets.all')}
        </Link>
      </div>
      {isNear ? (
        <MarketBoard renderStar={renderStar} whileLoading={<MarketSkeleton />} />
      ) : (
        <MarketSkeleton />
      )}
    </section>
  );
}
