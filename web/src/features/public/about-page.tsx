import { Eye, Feather, Scale, ShieldCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FeatureGrid } from '../../ui/feature-grid.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { PublicPage, Section } from './public-page.tsx';
import styles from './about-page.module.css';

function Story() {
  const { t } = useTranslation();
  return (
    <section className={styles.story} aria-labelledby="story-title">
      <div className={styles.storyText}>
        <h2 id="story-title" className={styles.storyTitle}>
          {t('about.storyTitle')}
        </h2>
        <p>{t('about.storyBeginning')}</p>
        <p>{t('about.storyNow')}</p>
      </div>
      <StoryPicture label={t('about.storyPicture')} />
    </section>
  );
}

function Values() {
  const { t } = useTranslation();
  const values = [
    { Icon: Scale, title: t('about.exactTitle'), text: t('about.exactText') },
    { Icon: Eye, title: t('about.openTitle'), text: t('about.openText') },
    { Icon: ShieldCheck, title: t('about.safeTitle'), text: t('about.safeText') },
    { Icon: Feather, title: t('about.calmTitle'), text: t('about.calmText') },
  ];
  return (
    <Section title={t('about.valuesTitle')}>
      <FeatureGrid features={values} />
    </Section>
  );
}

function Team() {
  const { t } = useTranslation();
  return (
    <Section title={t('about.teamTitle')}>
      <ul className={styles.team}>
        {teamMembers.map((member) => (
          <li key={member} className={styles.member}>
            <TeamPortrait member={member} />
            <h3>{t(`about.team.${member}.name`)}</h3>
            <p className={styles.role}>{t(`about.team.${member}.role`)}</p>
            <p className={styles.memberText}>{t(`about.team.${member}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function AboutPage() {
  const { t } = useTranslation();
  return (
    <PublicPage title={t('about.title')} lead={t('about.lead')}>
      <Story />
      <Values />
      <Team />
      <NextStep visitorTitle={t('about.invitationTitle')} visitorText={t('about.invitationText')}>
        <ButtonLink size="large" variant="secondary" to={paths.contact}>
          {t('about.contact')}
        </ButtonLink>
      </NextStep>
    </PublicPage>
  );
}

function StoryPicture({ label }: { label: string }) {
  const id = useId();
  const drop = `${id}-drop`;
  const pool = `${id}-pool`;
  return (
    <svg className={styles.picture} viewBox="0 0 560 440" role="img" aria-label={label}>
      <defs>
        <radialGradient id={drop} cx="0.36" cy="0.3" r="0.85">
          <stop className={styles.high} />
          <stop className={styles.mid} offset="0.5" />
          <stop className={styles.low} offset="1" />
        </radialGradient>
        <linearGradient id={pool} x1="0" y1="0" x2="0" y2="1">
          <stop className={styles.poolHigh} />
          <stop className={styles.poolLow} offset="1" />
        </linearGradient>
      </defs>
      <rect className={styles.ground} width="560" height="440" rx="20" />
      <path className={styles.trail} d="M280 40v72" />
      <path fill={`url(#${drop})`} d="M280 92c10 30 44 56 44 92a44 44 0 0 1-88 0c0-36 34-62 44-92Z" />
      <ellipse className={styles.glint} cx="264" cy="168" rx="7" ry="15" transform="rotate(18 264 168)" />
      <ellipse fill={`url(#${pool})`} cx="280" cy="330" rx="236" ry="74" />
      <g className={styles.rings}>
        <ellipse cx="280" cy="330" rx="196" ry="60" />
        <ellipse cx="280" cy="328" rx="146" ry="44" />
        <ellipse cx="280" cy="326" rx="98" ry="29" />
      </g>
      <ellipse className={styles.touch} cx="280" cy="324" rx="50" ry="14" />
      <ellipse fill={`url(#${drop})`} cx="280" cy="318" rx="26" ry="9" />
      <circle className={styles.bead} cx="404" cy="112" r="13" />
      <circle fill={`url(#${drop})`} cx="148" cy="146" r="22" />
      <circle fill={`url(#${drop})`} cx="446" cy="192" r="9" />
      <circle fill={`url(#${drop})`} cx="112" cy="226" r="7" />
    </svg>
  );
}

const teamMembers = ['first', 'second', 'third', 'fourth'] as const;
type TeamMember = (typeof teamMembers)[number];

interface Features {
  behind?: ReactNode;
  before: ReactNode;
}

/** The differences between portraits: hair, glasses, a beard. The rest is the same. */
const featuresOf: Readonly<Record<TeamMember, Features>> = {
  first: {
    behind: <path d="M33 47c0-15 7-24 17-24s17 9 17 24c0 12 2 20 5 26H28c3-6 5-14 5-26Z" />,
    before: <path d="M37 44c1-10 6-15 13-15s12 5 13 15c-7 0-11-3-14-8-2 4-6 7-12 8Z" />,
  },
  second: {
    before: (
      <>
        <path d="M36 44c-2-12 5-19 14-19s16 7 14 19c-2-5-4-8-6-9-5 2-12 2-17 0-2 2-4 5-5 9Z" />
        <path d="M37 51c0 13 6 18 13 18s13-5 13-18c-1 5-4 8-7 8-2 0-4-1-6-1s-4 1-6 1c-3 0-6-3-7-8Z" />
      </>
    ),
  },
  third: {
    behind: <circle cx="50" cy="22" r="8" />,
    before: (
      <>
        <path d="M36 45c-1-12 5-19 14-19s15 7 14 19c-3-6-7-10-14-10s-11 4-14 10Z" />
        <g className={styles.glasses}>
          <circle cx="44" cy="49" r="4.6" />
          <circle cx="56" cy="49" r="4.6" />
          <path d="M48.6 48.5q1.4-1 2.8 0" />
        </g>
      </>
    ),
  },
  fourth: {
    before: (
      <path d="M35 46c-3-6-1-11 2-13 0-6 6-9 10-7 4-4 12-2 13 3 5 1 7 8 5 17-2-4-3-6-5-8-7 1-14 0-19-2-3 2-5 6-6 10Z" />
    ),
  },
};

/** Hidden from screen readers: the name stands beside it. */
function TeamPortrait({ member }: { member: TeamMember }) {
  const id = useId();
  const { behind, before } = featuresOf[member];
  return (
    <svg className={styles.portrait} viewBox="0 0 100 100" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-ground`} x1="0" y1="0" x2="1" y2="1">
          <stop className={styles.groundHigh} />
          <stop className={styles.groundLow} offset="1" />
        </linearGradient>
        <clipPath id={`${id}-round`}>
          <circle cx="50" cy="50" r="50" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-round)`}>
        <rect width="100" height="100" fill={`url(#${id}-ground)`} />
        <g className={styles.hair}>{behind}</g>
        <path className={styles.clothes} d="M16 104c2-20 15-29 34-29s32 9 34 29Z" />
        <path className={styles.neck} d="M43 62h14v12c0 4-3 7-7 7s-7-3-7-7Z" />
        <ellipse className={styles.face} cx="50" cy="49" rx="13.5" ry="17" />
        <g className={styles.hair}>{before}</g>
      </g>
    </svg>
  );
}
