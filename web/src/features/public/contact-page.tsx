import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';
import { PublicPage, Section } from './public-page.tsx';

const questions = ['arrival', 'fee', 'frozen', 'lost'] as const;

function Questions() {
  const { t } = useTranslation();
  return (
    <Section title={t('contactPage.faqTitle')}>
      <ul className={styles.questions}>
        {questions.map((question) => (
          <li key={question} className={styles.question}>
            <h3>{t(`contactPage.faq.${question}.question`)}</h3>
            <p>{t(`contactPage.faq.${question}.answer`)}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <Link to={paths.help}>{t('contactPage.moreAnswers')}</Link>
      </p>
    </Section>
  );
}

export function ContactPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <PublicPage title={t('contactPage.title')} lead={t('contactPage.lead')}>
      <div className={styles.columns}>
        <Card title={t('contactPage.formTitle')}>
          <ContactForm author={{ name: user?.name ?? '', email: user?.email ?? '' }} />
        </Card>
        <div className={styles.side}>
          <ContactDetails />
          <section className={styles.warning} aria-labelledby="contact-warning">
            <ShieldAlert size={20} aria-hidden="true" />
            <div>
              <h2 id="contact-warning">{t('contactPage.safetyTitle')}</h2>
              <p>{t('contactPage.safetyText')}</p>
            </div>
          </section>
        </div>
      </div>
      <Questions />
    </PublicPage>
  );
}
