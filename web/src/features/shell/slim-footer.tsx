import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { helpPlaces, infoPlaces, legalPlaces } from './navigation.ts';
import styles from './slim-footer.module.css';
import { SocialSlot } from './social-slot.tsx';

/** The fees are where they are paid. */
const slimPlaces = [...infoPlaces, ...helpPlaces.filter(({ to }) => to !== paths.fees), ...legalPlaces];

/** One quiet line below the pages of a signed-in person. */
export function SlimFooter() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-label={t('nav.footer')}>
          <ul className={styles.links}>
            {slimPlaces.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{t(label)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <SocialSlot className={styles.social} />
      </div>
    </footer>
  );
}
