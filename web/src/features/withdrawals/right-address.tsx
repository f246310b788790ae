import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AssetOffer } from '../../domain/config-query.ts';
import { rightDestinationText } from './destination-text.ts';
import styles from './withdrawals.module.css';

/** Below the field: the typed address is a whole one of the network. */
export function RightAddress({ offer }: { offer: AssetOffer }) {
  const { t } = useTranslation();
  return (
    <span className={styles.right}>
      <Check size={15} aria-hidden="true" />
      {rightDestinationText(offer, t)}
    </span>
  );
}
