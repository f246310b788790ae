import { useQuery } from '@tanstack/react-query';
import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Config, configQuery } from '../../domain/config-query.ts';
import { Card } from '../../ui/card.tsx';
import { SocialLinks } from '../../domain/social-links.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import styles from './contact-page.module.css';

function Detail({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>
        <span className={styles.detailIcon}>{icon}</span>
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Details({ contact: { email, phone, address } }: Pick<Config, 'contact'>) {
  const { t } = useTranslation();
  if (!email && !phone && !address) return null;
  return (
    <dl className={styles.details}>
      {email && (
        <Detail icon={<Mail size={20} aria-hidden="true" />} label={t('contactPage.email')}>
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        </Detail>
      )}
      {phone && (
        <Detail icon={<Phone size={20} aria-hidden="true" />} label={t('contactPage.phone')}>
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
            {phone}
          </a>
        </Detail>
      )}
      {address && (
        <Detail icon={<MapPin size={20} aria-hidden="true" />} label={t('contactPage.address')}>
          {/* Own text direction, aligned to the start of the page's lines. */}
          <address className={styles.address}>
            <bdi>{address}</bdi>
          </address>
        </Detail>
      )}
    </dl>
  );
}

/** Its sizes are in the style sheet: a prerendered page may not carry style attributes. */
function DetailsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.details} role="status" aria-busy="true" aria-label={t('contactPage.loading')}>
      <span className={styles.bone} />
      <span className={styles.bone} />
      <span className={styles.bone} />
      <span className={styles.bone} data-part="social" />
    </div>
  );
}

/** Other ways to contact the operator. Renders nothing if there are none. */
export function ContactDetails() {
  const { t } = useTranslation();
  const { data: config, isPending, isFetching, refetch } = useQuery(configQuery);
  if (isPending) {
    return (
      <Card title={t('contactPage.detailsTitle')}>
        <DetailsSkeleton />
      </Card>
    );
  }
  if (!config) {
    return (
      <Card title={t('contactPage.detailsTitle')}>
        <ErrorState
          title={t('contactPage.detailsFailed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  const { contact, socialLinks } = config;
  const hasNothing = Object.values(contact).every((way) => !way) && socialLinks.length === 0;
  if (hasNothing) return null;
  return (
    <Card title={t('contactPage.detailsTitle')}>
      <Details contact={contact} />
      {socialLinks.length > 0 && (
        <div className={styles.social}>
          <h3>{t('contactPage.socialTitle')}</h3>
          <SocialLinks links={socialLinks} />
        </div>
      )}
    </Card>
  );
}
