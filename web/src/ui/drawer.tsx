import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useBackGuard } from './back-guard.ts';
import styles from './drawer.module.css';
import { IconButton } from './icon-button.tsx';

interface DrawerProps {
  /** One element that takes a ref and button props, such as IconButton. */
  trigger: ReactElement;
  /** The drawer's name for screen readers. */
  label: string;
  /** Beside the close button. */
  heading: ReactNode;
  children: ReactNode;
  /** For a drawer that loads when its button is first pressed. */
  isInitiallyOpen?: boolean;
}

/** A panel that slides in from the page's end; on a phone it covers the page. It closes on Back, and on the way to another page. */
export function Drawer({ trigger, label, heading, children, isInitiallyOpen = false }: DrawerProps) {
  const { t } = useTranslation();
  const { key: place } = useLocation();
  const drawer = useRef<HTMLDivElement>(null);
  const [openedAt, setOpenedAt] = useState(isInitiallyOpen ? place : null);
  if (openedAt !== null && openedAt !== place) setOpenedAt(null);
  useBackGuard(openedAt === place, () => setOpenedAt(null));
  return (
    <Dialog.Root open={openedAt === place} onOpenChange={(isOpen) => setOpenedAt(isOpen ? place : null)}>
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          ref={drawer}
          className={styles.drawer}
          data-drawer=""
          aria-label={label}
          // The first entry, not the close button.
          initialFocus={() => drawer.current?.querySelector<HTMLElement>('section :is(a, button)') ?? true}
        >
          <header className={styles.header}>
            {heading}
            <Dialog.Close
              render={
                <IconButton label={t('ui.close')}>
                  <X size={22} aria-hidden="true" />
                </IconButton>
              }
            />
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Entries of a drawer that belong together. */
export function DrawerGroup({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={label}>
      {label !== undefined && (
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
      )}
      {children}
    </section>
  );
}

interface DrawerEntryProps {
  icon: ReactNode;
  children: ReactNode;
}

/** Opens another page, which closes the drawer. */
export function DrawerLink({ icon, to, children }: DrawerEntryProps & { to: string }) {
  return (
    <NavLink to={to} end className={styles.entry ?? ''}>
      {icon}
      {children}
    </NavLink>
  );
}

/** Does something and closes the drawer. */
export function DrawerAction({ icon, onSelect, children }: DrawerEntryProps & { onSelect: () => void }) {
  return (
    <Dialog.Close className={styles.entry} onClick={onSelect}>
      {icon}
      {children}
    </Dialog.Close>
  );
}

/** Changes something visible at once, so the drawer stays open. */
export function DrawerToggle({ icon, onToggle, children }: DrawerEntryProps & { onToggle: () => void }) {
  return (
    <button type="button" className={styles.entry} onClick={onToggle}>
      {icon}
      {children}
    </button>
  );
}

interface DrawerChoiceProps<Value extends string> {
  name: string;
  value: Value;
  choices: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** One choice of several, side by side. */
export function DrawerChoice<Value extends string>(props: DrawerChoiceProps<Value>) {
  const { name, value, choices, onChange } = props;
  return (
    <div className={styles.choices}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span lang={choice.lang}>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
