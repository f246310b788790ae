import { Eye, Feather, Scale, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FeatureGrid } from '../../ui/feature-grid.tsx';
import { Invitation } from '../../ui/invitation.tsx';
import styles from './about-page.module.css';
import { PublicPage, Section } from './public-page.tsx';
import { StoryPicture } from './story-picture.tsx';
import { teamMembers, TeamPortrait } from './team-portrait.tsx';

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
      <Invitation title={t('about.invitationTitle')} text={t('about.invitationText')}>
        <ButtonLink size="large" to={paths.register}>
          {t('about.register')}
        </ButtonLink>
        <ButtonLink size="large" variant="secondary" to={paths.contact}>
          {t('about.contact')}
        </ButtonLink>
      </Invitation>
    </PublicPage>
  );
}
