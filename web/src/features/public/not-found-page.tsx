import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <PageHead title={t('notFound.title')} />
      <NotFoundPicture />
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <ButtonLink to={paths.home}>{t('notFound.home')}</ButtonLink>
    </div>
  );
}

function NotFoundPicture() {
  const dropId = useId();
  return (
    <svg className={styles.picture} viewBox="0 0 320 148" aria-hidden="true">
      <defs>
        <radialGradient id={dropId} cx="0.35" cy="0.28" r="0.9">
          <stop className={styles.high} />
          <stop className={styles.mid} offset="0.48" />
          <stop className={styles.low} offset="1" />
        </radialGradient>
      </defs>
      <path className={styles.ground} d="M8 132h304" />
      <path className={styles.digit} d="M66 122V26L22 92h62M278 122V26l-44 66h62" />
      <ellipse className={styles.shade} cx="160" cy="132" rx="38" ry="5" />
      <circle fill={`url(#${dropId})`} cx="160" cy="84" r="48" />
      <ellipse className={styles.glint} cx="142" cy="62" rx="8" ry="13" transform="rotate(38 142 62)" />
      <circle className={styles.bead} cx="214" cy="34" r="9" />
    </svg>
  );
}
