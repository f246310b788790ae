import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../connection.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuNote } from '../ui/menu.tsx';
import styles from './order-list.module.css';

/** The menu of a standing order. Offline, it says why its entries are disabled. */
export function OrderMenu({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <span className={styles.menu}>
      <Menu
        trigger={
          <IconButton label={label}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        {children}
        {!isOnline && <MenuNote>{t('offline.reason')}</MenuNote>}
      </Menu>
    </span>
  );
}
