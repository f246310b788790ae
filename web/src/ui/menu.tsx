import { Menu as Base } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import { useBackGuard } from './back-guard.ts';
import styles from './menu.module.css';

interface MenuProps {
  /** One element that takes a ref and button props, such as IconButton. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  /** For a menu that loads when its button is first pressed. */
  isInitiallyOpen?: boolean;
}

/**
 * The library puts a stop before and after a menu that passes the focus on at once. It is hidden from screen readers, which what
 * can have the focus must not be.
 */
function showStops(isOpen: boolean): void {
  if (!isOpen) return;
  for (const stop of document.querySelectorAll('[data-base-ui-focus-guard]'))
    stop.removeAttribute('aria-hidden');
}

/** Back closes it, and leads nowhere. */
export function Menu({ trigger, children, align = 'end', isInitiallyOpen = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  useBackGuard(isOpen, () => setIsOpen(false));
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={setIsOpen} onOpenChangeComplete={showStops}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {/* Fixed: while the menu is being placed, focus in it must not scroll the page. */}
        <Base.Positioner className={styles.positioner} positionMethod="fixed" sideOffset={8} align={align}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  tone?: 'plain' | 'danger';
  /** A MenuNote says why. */
  isDisabled?: boolean;
}

export function MenuItem({ children, icon, onSelect, tone = 'plain', isDisabled = false }: MenuItemProps) {
  return (
    <Base.Item
      className={clsx(styles.item, tone === 'danger' && styles.danger)}
      disabled={isDisabled}
      onClick={onSelect}
    >
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ children, icon, to }: { children: ReactNode; icon?: ReactNode; to: string }) {
  return (
    <Base.Item className={styles.item} render={<NavLink to={to} end />}>
      {icon}
      {children}
    </Base.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** One choice of several. The present one is marked. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup aria-label={props.label} value={props.value} onValueChange={props.onChange}>
      {props.choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
          <span lang={choice.lang} className={styles.text}>
            {choice.label}
          </span>
          <span className={styles.check}>
            <Base.RadioItemIndicator>
              <Check size={16} aria-hidden="true" />
            </Base.RadioItemIndicator>
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

interface MenuGroupProps {
  title: string;
  detail: string;
  children: ReactNode;
}

/** Entries under a heading. A menu may hold nothing but entries, so the heading names their group. */
export function MenuGroup({ title, detail, children }: MenuGroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.heading}>
        <strong>{title}</strong> <span>{detail}</span>
      </Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

/** A remark about the entries above it. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
