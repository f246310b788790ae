import { ChevronDown, Globe, Menu } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './header-buttons.module.css';

export type HeaderMenuKind = 'info' | 'language' | 'account' | 'everything';

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

export function MenuButton(rest: ButtonRest) {
  const { t } = useTranslation();
  return (
    <IconButton {...rest} label={t('nav.menu')}>
      <Menu size={22} aria-hidden="true" />
    </IconButton>
  );
}

export function AvatarButton({ name, ...rest }: ButtonRest & { name: string }) {
  const { t } = useTranslation();
  return (
    <button {...rest} type="button" aria-label={t('nav.account')} className={styles.avatar}>
      {avatarLetter(name)}
    </button>
  );
}

export function avatarLetter(name: string): string {
  // By code point, so a character outside the basic plane is not cut in half.
  const [first] = name.trim();
  return first?.toLocaleUpperCase() ?? 'U';
}
