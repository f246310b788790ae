import type { Me } from '@mercury/contract/console/access.ts';
import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { Globe, Keyboard, KeyRound, LogOut, SunMoon, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { themeChoices, useTheme } from '../../ui/theme-choice.ts';
import { consolePaths } from '../paths.ts';
import { useRoleName } from '../use-role-name.ts';

export function AppearanceMenu() {
  const { t } = useTranslation('console');
  const { choice, chooseTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label={t('frame.appearance')}>
          <SunMoon size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('frame.appearance')}
        value={choice}
        choices={themeChoices.map((value) => ({ value, label: t(`frame.themes.${value}`) }))}
        onChange={chooseTheme}
      />
    </Menu>
  );
}

const languageChoices = locales.map((value) => ({ value, label: localeTraits[value].label, lang: value }));

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <Menu
      trigger={
        <IconButton label={t('nav.language')}>
          <Globe size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('nav.language')}
        value={useLocale()}
        choices={languageChoices}
        onChange={(next) => void i18n.changeLanguage(next)}
      />
    </Menu>
  );
}

interface PersonMenuProps {
  me: Me;
  onShowKeys: () => void;
  onSignOut: () => void;
}

export function PersonMenu({ me, onShowKeys, onSignOut }: PersonMenuProps) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  return (
    <Menu
      trigger={
        <IconButton label={t('frame.personMenu', { name: me.name })}>
          <UserRound size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuGroup title={me.name} detail={`${me.email} · ${roleName(me.role)}`}>
        <MenuLink to={consolePaths.account} icon={<KeyRound size={18} aria-hidden="true" />}>
          {t('frame.account')}
        </MenuLink>
        <MenuItem onSelect={onShowKeys} icon={<Keyboard size={18} aria-hidden="true" />}>
          {t('keys.title')}
        </MenuItem>
        <MenuItem onSelect={onSignOut} icon={<LogOut size={18} aria-hidden="true" className="flip-in-rtl" />}>
          {t('frame.signOut')}
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}
