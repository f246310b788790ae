import type { SocialNetwork } from '@mercury/contract/api/config.ts';
import { useTranslation } from 'react-i18next';
import { siDiscord, siGithub, siInstagram, siTelegram, siX, siYoutube } from 'simple-icons';
import styles from './social-links.module.css';

interface NetworkMark {
  /** The network's own spelling, the same in every language. */
  title: string;
  /** A filled SVG path on a grid of 24. */
  path: string;
}

/** Drawn here, because its owner lets no icon collection carry it. */
const linkedIn: NetworkMark = {
  title: 'LinkedIn',
  path: 'M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zm1 8v8h2.6v-8zm1.3-4a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3zm3.1 4v8H13v-4.3c0-1.1.4-1.7 1.4-1.7s1.3.6 1.3 1.7V18h2.6v-4.9c0-2.1-.9-3.4-2.9-3.4-1.1 0-2 .5-2.5 1.3V10z',
};

const marks: Readonly<Record<SocialNetwork, NetworkMark>> = {
  x: siX,
  telegram: siTelegram,
  github: siGithub,
  linkedin: linkedIn,
  instagram: siInstagram,
  youtube: siYoutube,
  discord: siDiscord,
};

interface SocialLinksProps {
  links: readonly { network: SocialNetwork; url: string }[];
}

/** The operator's networks. Links open in a new tab and send no referrer. */
export function SocialLinks({ links }: SocialLinksProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.links}>
      {links.map(({ network, url }) => {
        const { title, path } = marks[network];
        const label = t('ui.socialLink', { network: title });
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
              <svg width={20} height={20} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
                <path d={path} />
              </svg>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
