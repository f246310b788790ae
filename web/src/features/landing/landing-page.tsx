import { Scale, ShieldCheck, Wallet, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FeatureGrid } from '../../ui/feature-grid.tsx';
import { Invitation } from '../../ui/invitation.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { HeroPreview } from './hero-preview.tsx';
import styles from './landing-page.module.css';

interface LandingPageProps {
  /** Between the features and the last call to action. */
  market: ReactNode;
  onGetStarted: () => void;
}

type Start = Pick<LandingPageProps, 'onGetStarted'>;

function Hero({ onGetStarted }: Start) {
  const { t } = useTranslation();
  return (
    <section className={styles.hero}>
      <div className={styles.heroText}>
        <h1 className={styles.heroTitle}>{t('landing.heroTitle')}</h1>
        <p className={styles.heroLead}>{t('landing.heroText')}</p>
        <div className={styles.heroActions}>
          <Button size="large" onClick={onGetStarted}>
            {t('landing.getStarted')}
          </Button>
          <ButtonLink size="large" variant="secondary" to={paths.about}>
            {t('landing.learnMore')}
          </ButtonLink>
        </div>
      </div>
      <HeroPreview />
    </section>
  );
}

function Features() {
  const { t } = useTranslation();
  const features = [
    { Icon: Scale, title: t('landing.exactTitle'), text: t('landing.exactText') },
    { Icon: Zap, title: t('landing.fastTitle'), text: t('landing.fastText') },
    { Icon: Wallet, title: t('landing.topUpTitle'), text: t('landing.topUpText') },
    { Icon: ShieldCheck, title: t('landing.safeTitle'), text: t('landing.safeText') },
  ];
  return (
    <section className={styles.features} aria-labelledby="features-title">
      <h2 id="features-title" className={styles.sectionTitle}>
        {t('landing.featuresTitle')}
      </h2>
      <FeatureGrid features={features} />
    </section>
  );
}

function CallToAction({ onGetStarted }: Start) {
  const { t } = useTranslation();
  return (
    <div className={styles.ending}>
      <Invitation title={t('landing.ctaTitle')} text={t('landing.ctaText')}>
        <Button size="large" onClick={onGetStarted}>
          {t('landing.ctaButton')}
        </Button>
      </Invitation>
    </div>
  );
}

export function LandingPage({ market, onGetStarted }: LandingPageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.landing}>
      <PageHead isTitleWhole title={t('landing.pageTitle')} description={t('landing.heroText')} />
      <Hero onGetStarted={onGetStarted} />
      <Features />
      {market}
      <CallToAction onGetStarted={onGetStarted} />
    </div>
  );
}
