import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './frame.module.css';
import { areKeysOn, turnKeys } from './jump-keys.ts';
import type { Place } from './navigation.ts';

interface KeysSheetProps {
  places: readonly Place[];
  isOpen: boolean;
  onClose: () => void;
}

export function KeysSheet({ places, isOpen, onClose }: KeysSheetProps) {
  const { t } = useTranslation('console');
  const [isOn, setIsOn] = useState(areKeysOn);
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="sm" closesOnBack title={t('keys.title')}>
      <dl className={styles.keys}>
        {places.map(({ to, label, key }) => (
          <div key={to} className={styles.keyLine}>
            <dt dir="ltr">
              <kbd>G</kbd> <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
        <div className={styles.keyLine}>
          <dt dir="ltr">
            <kbd>?</kbd>
          </dt>
          <dd>{t('keys.thisList')}</dd>
        </div>
      </dl>
      <div className={styles.keySwitch}>
        <span aria-hidden="true">{t('keys.areOn')}</span>
        <Switch
          label={t('keys.areOn')}
          isOn={isOn}
          onChange={(next) => {
            turnKeys(next);
            setIsOn(next);
          }}
        />
      </div>
    </Modal>
  );
}
