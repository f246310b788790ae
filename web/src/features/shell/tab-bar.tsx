import { useTranslation } from 'react-i18next';
import { mainPlaces } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';
import styles from './tab-bar.module.css';

/** The main places within reach of a thumb. On wide screens the header has them. */
export function TabBar() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')} className={styles.bar}>
      {mainPlaces.map((place) => (
        <PlaceLink key={place.to} place={place} className={styles.tab}>
          <place.Icon size={22} aria-hidden="true" />
          <span className={styles.label}>{t(place.label)}</span>
        </PlaceLink>
      ))}
    </nav>
  );
}
