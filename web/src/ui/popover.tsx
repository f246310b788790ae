import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { useBackGuard } from './back-guard.ts';
import styles from './popover.module.css';

interface PopoverProps {
  /** One element that takes a ref and button props, such as IconButton. */
  trigger: ReactElement;
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Otherwise the first thing in it that takes the focus. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** More to read or to choose, at the button that opened it. The page behind it stays as it is, also on Back, which closes it. */
export function Popover({ trigger, title, isOpen, onOpenChange, initialFocus, children }: PopoverProps) {
  useBackGuard(isOpen, () => onOpenChange(false));
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {/* Fixed: while the popup is being placed, focus in it must not scroll the page. */}
        <Base.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          sideOffset={8}
          collisionPadding={8}
          align="end"
        >
          <Base.Popup className={styles.popup} {...(initialFocus && { initialFocus })}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
