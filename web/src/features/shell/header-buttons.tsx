import { clsx } from 'clsx';
import { ChevronDown, Globe, Menu, Search } from 'lucide-react';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './header-buttons.module.css';
import { isProfile } from './navigation.ts';
import { searchKeysOn } from './search-keys.ts';

type ButtonRest = Omit<ComponentProps<'button'>, 'aria-label' | 'className' | 'children'>;

export function InfoButton(rest: ButtonRest) {
  const { t } = useTranslation();
  return (
    <button {...rest} type="button" className={styles.info}>
      {t('nav.info')}
      <ChevronDown size={16} aria-hidden="true" />
    </button>
  );
}

export function LanguageButton(rest: ButtonRest) {
  const { t } = useTranslation();
  return (
    <IconButton {...rest} label={t('nav.language')}>
      <Globe size={20} aria-hidden="true" />
    </IconButton>
  );
}

const neverChanges = () => () => undefined;

/** A prerendered page does not know the keyboard of its reader. */
function useSearchKeys() {
  return useSyncExternalStore(
    neverChanges,
    () => searchKeysOn(navigator.platform),
    () => searchKeysOn(''),
  );
}

export function SearchButton({ className, ...rest }: ButtonRest & { className: string | undefined }) {
  const { t } = useTranslation();
  const { shown, ariaKeys } = useSearchKeys();
  return (
    <IconButton
      {...rest}
      label={t('search.title')}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys}
      // Drawn by the style sheet: as text they would be a part of the button's name.
      data-keys={shown}
      className={clsx(styles.search, className)}
    >
      <Search size={20} aria-hidden="true" />
    </IconButton>
  );
}

/** The way to the profile is marked while the person is there, as the links of the places are. */
function useProfileMark() {
  const { pathname } = useLocation();
  return isProfile(pathname) ? { 'aria-current': true } : {};
}

export function MenuButton(rest: ButtonRest) {
  const { t } = useTranslation();
  return (
    <IconButton {...rest} {...useProfileMark()} label={t('nav.menu')} className={styles.menu}>
      <Menu size={22} aria-hidden="true" />
    </IconButton>
  );
}

export function AvatarButton({ name, ...rest }: ButtonRest & { name: string }) {
  const { t } = useTranslation();
  return (
    <button
      {...rest}
      {...useProfileMark()}
      type="button"
      aria-label={t('nav.account')}
      className={styles.avatar}
    >
      {avatarLetter(name)}
    </button>
  );
}

export function avatarLetter(name: string): string {
  // By code point, so a character outside the basic plane is not cut in half.
  const [first] = name.trim();
  return first?.toLocaleUpperCase() ?? 'U';
}
