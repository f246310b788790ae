import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBlockingReason } from '../ui/online-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuNote } from '../ui/menu.tsx';
import styles from './order-list.module.css';

/** The menu of a standing order. Offline, it says why its entries are disabled. */
export function OrderMenu({ label, children }: { label: string; children: ReactNode }) {
  const blockingReason = useBlockingReason();
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
        {blockingReason !== undefined && <MenuNote>{blockingReason}</MenuNote>}
      </Menu>
    </span>
  );
}
