import type { User } from '@mercury/contract/api/users.ts';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLink } from '../../ui/menu.tsx';
import type { AccountActions } from './header.tsx';
import { AvatarButton, InfoButton, LanguageButton } from './header-buttons.tsx';
import { accountPlaces, helpPlaces, infoPlaces, languageChoices, type Place } from './navigation.ts';

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  return (
    <MenuChoice
      label={t('nav.language')}
      value={locale}
      choices={languageChoices}
      onChange={(next) => void i18n.changeLanguage(next)}
    />
  );
}

function PlaceLinks({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation();
  return places.map(({ to, label, Icon }) => (
    <MenuLink key={to} to={to} icon={<Icon size={18} aria-hidden="true" />}>
      {t(label)}
    </MenuLink>
  ));
}

/** Whoever is stuck looks for help under their own name first. */
const personPlaces = [...accountPlaces, ...helpPlaces.filter(({ to }) => to === paths.help)];

function PersonItems({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const { t } = useTranslation();
  return (
    <MenuGroup title={user.name || user.username} detail={user.email}>
      <PlaceLinks places={personPlaces} />
      <MenuItem onSelect={onSignOut} icon={<LogOut size={18} aria-hidden="true" className="flip-in-rtl" />}>
        {t('nav.logout')}
      </MenuItem>
    </MenuGroup>
  );
}

export type HeaderMenuKind = 'info' | 'language' | 'account';

interface OpenedMenu extends Pick<AccountActions, 'user' | 'onSignOut'> {
  /** The pressed header button: its menu opens on mount. */
  kind: HeaderMenuKind;
}

export function HeaderMenu({ kind, user, onSignOut }: OpenedMenu) {
  switch (kind) {
    case 'info':
      return (
        <Menu isInitiallyOpen align="start" trigger={<InfoButton />}>
          <PlaceLinks places={[...infoPlaces, ...helpPlaces]} />
        </Menu>
      );
    case 'language':
      return (
        <Menu isInitiallyOpen trigger={<LanguageButton />}>
          <LanguageChoice />
        </Menu>
      );
    case 'account':
      return (
        user && (
          <Menu isInitiallyOpen trigger={<AvatarButton name={user.name} />}>
            <PersonItems user={user} onSignOut={onSignOut} />
          </Menu>
        )
      );
    default:
      return kind satisfies never;
  }
}
