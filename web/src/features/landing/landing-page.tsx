import { Scale, ShieldCheck, Wallet, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { HeroPreview } from './hero-preview.tsx';
import styles from './landing-page.module.css';

interface LandingPageProps {
  onGetStarted: () => void;
  onSignIn: () => void;
}

function Hero({ onGetStarted, onSignIn }: LandingPageProps) {
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
          <Button size="large" variant="ghost" onClick={onSignIn}>
            {t('landing.haveAccount')}
          </Button>
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
      <ul className={styles.featureGrid}>
        {features.map(({ Icon, title, text }) => (
          <li key={title} className={styles.feature}>
            <Icon size={24} aria-hidden="true" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CallToAction({ onGetStarted }: Pick<LandingPageProps, 'onGetStarted'>) {
  const { t } = useTranslation();
  return (
    <section className={styles.callToAction}>
      <div>
        <h2 className={styles.sectionTitle}>{t('landing.ctaTitle')}</h2>
        <p className={styles.ctaText}>{t('landing.ctaText')}</p>
      </div>
      <Button size="large" onClick={onGetStarted}>
        {t('landing.ctaButton')}
      </Button>
    </section>
  );
}

export function LandingPage(props: LandingPageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.landing}>
      <title>{t('landing.pageTitle')}</title>
      <Hero {...props} />
      <Features />
      <CallToAction {...props} />
    </div>
  );
}
