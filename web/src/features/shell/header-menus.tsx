import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { LayoutDashboard, LogIn, LogOut, Moon, Sun, User, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { useTheme } from '../../ui/theme-choice.ts';
import type { AccountActions } from './header.tsx';
import { AvatarButton, type HeaderMenuKind, LanguageButton, MenuButton } from './header-buttons.tsx';

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  return (
    <MenuChoice
      label={t('nav.language')}
      value={locale}
      choices={locales.map((code) => ({ value: code, label: localeTraits[code].label, lang: code }))}
      onChange={(next) => void i18n.changeLanguage(next)}
    />
  );
}

function PersonItems({
  user,
  onSignOut,
}: {
  user: NonNullable<AccountActions['user']>;
  onSignOut: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <MenuHeading title={user.name || user.username} detail={user.email} />
      <MenuSeparator />
      <MenuLink to={paths.dashboard} icon={<LayoutDashboard size={18} aria-hidden="true" />}>
        {t('nav.dashboard')}
      </MenuLink>
      <MenuLink to={paths.profile} icon={<User size={18} aria-hidden="true" />}>
        {t('nav.profile')}
      </MenuLink>
      <MenuItem onSelect={onSignOut} icon={<LogOut size={18} aria-hidden="true" className="flip-in-rtl" />}>
        {t('nav.logout')}
      </MenuItem>
    </>
  );
}

function VisitorItems({ onSignIn, onSignUp }: Pick<AccountActions, 'onSignIn' | 'onSignUp'>) {
  const { t } = useTranslation();
  return (
    <>
      <MenuItem onSelect={onSignIn} icon={<LogIn size={18} aria-hidden="true" className="flip-in-rtl" />}>
        {t('nav.login')}
      </MenuItem>
      <MenuItem onSelect={onSignUp} icon={<UserPlus size={18} aria-hidden="true" />}>
        {t('nav.register')}
      </MenuItem>
    </>
  );
}

function ThemeItem() {
  const { t } = useTranslation();
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <MenuItem onSelect={toggleTheme} icon={<Icon size={18} aria-hidden="true" />}>
      {theme === 'dark' ? t('nav.themeToLight') : t('nav.themeToDark')}
    </MenuItem>
  );
}

interface OpenedMenu extends AccountActions {
  /** Which of the header's buttons was pressed: its menu opens as it arrives. */
  kind: HeaderMenuKind;
}

export function HeaderMenu({ kind, ...account }: OpenedMenu) {
  const { user, isLoading, onSignOut } = account;
  if (kind === 'language') {
    return (
      <Menu isInitiallyOpen trigger={<LanguageButton />}>
        <LanguageChoice />
      </Menu>
    );
  }
  if (kind === 'account' && user) {
    return (
      <Menu isInitiallyOpen trigger={<AvatarButton name={user.name} />}>
        <PersonItems user={user} onSignOut={onSignOut} />
      </Menu>
    );
  }
  return (
    // On small screens one menu mirrors everything that stands in the header of large ones.
    <Menu isInitiallyOpen trigger={<MenuButton />}>
      {user && <PersonItems user={user} onSignOut={onSignOut} />}
      {!user && !isLoading && <VisitorItems {...account} />}
      <MenuSeparator />
      <ThemeItem />
      <MenuSeparator />
      <LanguageChoice />
    </Menu>
  );
}
