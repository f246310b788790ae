import { BellRing, FileText, Handshake, Repeat, Scale, ShieldCheck, Wallet, Zap } from 'lucide-react';
import { limits } from '@mercury/contract/limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NextStep, NextStepButton } from '../../domain/next-step.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FeatureGrid } from '../../ui/feature-grid.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { HeroPreview } from './hero-preview.tsx';
import styles from './landing-page.module.css';

interface LandingPageProps {
  /** Between the features and the last call to action. */
  market: ReactNode;
  onGetStarted: () => void;
}

function Hero({ onGetStarted }: Pick<LandingPageProps, 'onGetStarted'>) {
  const { t } = useTranslation();
  return (
    <section className={styles.hero}>
      <div className={styles.heroText}>
        <h1 className={styles.heroTitle}>{t('landing.heroTitle')}</h1>
        <p className={styles.heroLead}>{t('landing.heroText')}</p>
        <div className={styles.heroActions}>
          <NextStepButton visitorLabel={t('landing.getStarted')} onRegister={onGetStarted} />
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
  const formatTag = useFormatTag();
  const seconds = formatCount(limits.quoteLifetimeMs / 1000, formatTag);
  const features = [
    { Icon: Handshake, title: t('landing.tradeTitle'), text: t('landing.tradeText', { seconds }) },
    { Icon: Scale, title: t('landing.exactTitle'), text: t('landing.exactText') },
    { Icon: Zap, title: t('landing.fastTitle'), text: t('landing.fastText') },
    { Icon: Wallet, title: t('landing.topUpTitle'), text: t('landing.topUpText') },
    { Icon: Repeat, title: t('landing.recurringTitle'), text: t('landing.recurringText') },
    { Icon: BellRing, title: t('landing.alertsTitle'), text: t('landing.alertsText') },
    { Icon: FileText, title: t('landing.recordsTitle'), text: t('landing.recordsText') },
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

export function LandingPage({ market, onGetStarted }: LandingPageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.landing}>
      <PageHead isTitleWhole title={t('landing.pageTitle')} description={t('landing.heroText')} />
      <Hero onGetStarted={onGetStarted} />
      <Features />
      {market}
      <div className={styles.ending}>
        <NextStep
          visitorTitle={t('landing.ctaTitle')}
          visitorText={t('landing.ctaText')}
          onRegister={onGetStarted}
        />
      </div>
    </div>
  );
}
