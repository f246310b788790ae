import { useTranslation } from 'react-i18next';
import styles from './social-links.module.css';

/** The networks' own spelling, in every language. */
const networkNames = {
  x: 'X',
  telegram: 'Telegram',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  youtube: 'YouTube',
  discord: 'Discord',
} as const;

type SocialNetwork = keyof typeof networkNames;

/** Network icons, missing in the icon library. Same 24 px grid and line style. */
const networkLines: Readonly<Record<SocialNetwork, readonly string[]>> = {
  x: ['M4 4l11.7 16H20L8.3 4z', 'M4 20l6.8-6.8m2.4-2.4L20 4'],
  telegram: ['M15 10l-4 4 6 6 4-16-18 7 4 2 2 6 3-4'],
  github: [
    'M9 19c-4.3 1.4-4.3-2.5-6-3m12 5v-3.5c0-1 .1-1.4-.5-2 2.8-.3 5.5-1.4 5.5-6a4.6 4.6 0 0 0-1.3-3.2 4.2 4.2 0 0 0-.1-3.2s-1.1-.3-3.5 1.3a12.3 12.3 0 0 0-6.2 0C6.5 2.8 5.4 3.1 5.4 3.1a4.2 4.2 0 0 0-.1 3.2A4.6 4.6 0 0 0 4 9.5c0 4.6 2.7 5.7 5.5 6-.6.6-.6 1.2-.5 2V21',
  ],
  linkedin: [
    'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z',
    'M8 11v5m0-8v.01M12 16v-5m4 5v-3a2 2 0 0 0-4 0',
  ],
  instagram: [
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z',
    'M9 12a3 3 0 1 0 6 0 3 3 0 0 0-6 0m7.5-4.5v.01',
  ],
  youtube: ['M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4z', 'M10 9l5 3-5 3z'],
  discord: [
    'M8 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0m6 0a1 1 0 1 0 2 0 1 1 0 0 0-2 0',
    'M15.5 17c0 1 1.5 3 2 3 1.5 0 2.8-1.7 3.5-3 .7-1.7.5-5.8-1.5-11.5-1.5-1-3-1.3-4.5-1.5l-1 1.9a12 12 0 0 0-4 0L9 4c-1.5.2-3 .5-4.5 1.5C2.5 11.2 2.3 15.3 3 17c.7 1.3 2 3 3.5 3 .5 0 2-2 2-3',
    'M7 16.5c3.5 1 6.5 1 10 0',
  ],
};

function NetworkIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {networkLines[network].map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}

interface SocialLinksProps {
  links: readonly { network: SocialNetwork; url: string }[];
}

/** The operator's networks. Links open in a new tab and send no referrer. */
export function SocialLinks({ links }: SocialLinksProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.links}>
      {links.map(({ network, url }) => {
        const label = t('ui.socialLink', { network: networkNames[network] });
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
              <NetworkIcon network={network} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
