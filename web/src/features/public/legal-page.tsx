import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { PageLink } from '../../ui/page-link.tsx';
import {
  type LegalDocument,
  legalDocuments,
  legalPaths,
  legalUpdatedOn,
  writtenDay,
} from './legal-documents.ts';
import styles from './legal-page.module.css';
import { type LegalPart, LegalText } from './legal-text.tsx';
import { PublicPage } from './public-page.tsx';

interface LegalPageProps {
  document: LegalDocument;
  parts: readonly LegalPart[];
  /** Stands before the text. */
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
              <PageLink to={legalPaths[other]}>{t(`legal.${other}.title`)}</PageLink>
            </li>
          ))}
        <li>
          <PageLink to={paths.contact}>{t('legal.contactUs')}</PageLink>
        </li>
      </ul>
    </nav>
  );
}

/** One look for every legal text: when it was changed, what is in it, a measure that can be read, and paper. */
export function LegalPage({ document, parts, children }: LegalPageProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const updated = (
    <time dateTime={legalUpdatedOn}>
      {t('legal.updated', { date: writtenDay(legalUpdatedOn, formatTag) })}
    </time>
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
