import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import styles from './console.module.css';

interface DialogButtonsProps {
  /** Of the button that sends the form. */
  label: string;
  isBusy: boolean;
  /** Somebody loses something by it. */
  isTaking?: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog. */
export function DialogButtons({ label, isBusy, isTaking = false, onCancel }: DialogButtonsProps) {
  const { t } = useTranslation('console');
  return (
    <div className={styles.pair}>
      <Button variant="secondary" onClick={onCancel}>
        {t('proof.cancel')}
      </Button>
      <Button type="submit" variant={isTaking ? 'danger' : 'primary'} isBusy={isBusy}>
        {label}
      </Button>
    </div>
  );
}
