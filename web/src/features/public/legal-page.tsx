import { limits } from '@mercury/contract/limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag, useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { textBlocks, writtenDay } from './legal-text.ts';
import { PublicPage } from './public-page.tsx';
import styles from './legal-page.module.css';

const legalDocuments = ['privacy', 'terms', 'cookies'] as const;
type LegalDocument = (typeof legalDocuments)[number];

const legalPaths: Readonly<Record<LegalDocument, string>> = {
  privacy: paths.privacy,
  terms: paths.terms,
  cookies: paths.cookies,
};

/** For all three documents (specification, section 9). */
const legalUpdatedOn = '2023-05-01';

interface LegalPageProps {
  document: LegalDocument;
  parts: readonly LegalPart[];
  /** Before the text. */
  children?: ReactNode;
}

function Contents({ parts }: Pick<LegalPageProps, 'parts'>) {
  const { t } = useTranslation();
  return (
    <nav className={styles.contents} aria-labelledby="contents-title">
      <h2 id="contents-title">{t('legal.contents')}</h2>
      <ol>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Related({ document }: Pick<LegalPageProps, 'document'>) {
  const { t } = useTranslation();
  return (
    <nav className={styles.related} aria-label={t('legal.related')}>
      <p>{t('legal.questions')}</p>
      <ul>
        {legalDocuments
          .filter((other) => other !== document)
          .map((other) => (
            <li key={other}>
              <Link to={legalPaths[other]}>{t(`legal.${other}.title`)}</Link>
            </li>
          ))}
        <li>
          <Link to={paths.contact}>{t('legal.contactUs')}</Link>
        </li>
      </ul>
    </nav>
  );
}

export function LegalPage({ document, parts, children }: LegalPageProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const updated = (
    <time dateTime={legalUpdatedOn}>{t('legal.updated', { date: writtenDay(legalUpdatedOn, locale) })}</time>
  );
  return (
    <PublicPage title={t(`legal.${document}.title`)} lead={t(`legal.${document}.lead`)} note={updated}>
      <div className={styles.document}>
        <Contents parts={parts} />
        <div className={styles.body}>
          {children}
          {parts.map((part) => (
            <LegalText key={part.id} {...part} />
          ))}
          <Related document={document} />
        </div>
      </div>
    </PublicPage>
  );
}

/** A section of a document, with an anchor for links. */
interface LegalPart {
  id: string;
  title: string;
  text: string;
}

function LegalText({ id, title, text }: LegalPart) {
  return (
    <section id={id} className={styles.text} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {textBlocks(text).map((block) =>
        block.kind === 'list' ? (
          <ul key={block.items.join()}>
            {block.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ) : (
          <p key={block.text}>{block.text}</p>
        ),
      )}
    </section>
  );
}

const privacySections = [
  'collected',
  'purposes',
  'shared',
  'kept',
  'safe',
  'rights',
  'children',
  'changes',
] as const;

export function PrivacyPage() {
  const { t } = useTranslation();
  const parts = privacySections.map((id) => ({
    id,
    title: t(`legal.privacy.sections.${id}.title`),
    text: t(`legal.privacy.sections.${id}.text`),
  }));
  return <LegalPage document="privacy" parts={parts} />;
}

const termsSections = [
  'agreement',
  'eligibility',
  'account',
  'service',
  'trading',
  'payments',
  'risks',
  'conduct',
  'ending',
  'warranty',
  'liability',
  'law',
  'changes',
] as const;

export function TermsPage() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const figures = { seconds: formatCount(limits.quoteLifetimeMs / 1000, formatTag) };
  const parts = termsSections.map((id) => ({
    id,
    title: t(`legal.terms.sections.${id}.title`),
    text: t(`legal.terms.sections.${id}.text`, figures),
  }));
  return <LegalPage document="terms" parts={parts} />;
}
