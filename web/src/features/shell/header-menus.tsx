import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { ChartPie, Info, LayoutDashboard, LogOut, MessageCircle, Repeat, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import type { AccountActions } from './header.tsx';
import { AvatarButton, type HeaderMenuKind, InfoButton, LanguageButton } from './header-buttons.tsx';

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
      <MenuLink to={paths.trade} icon={<Repeat size={18} aria-hidden="true" />}>
        {t('trade.title')}
      </MenuLink>
      <MenuLink to={paths.portfolio} icon={<ChartPie size={18} aria-hidden="true" />}>
        {t('portfolio.title')}
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

function InfoItems() {
  const { t } = useTranslation();
  return (
    <>
      <MenuLink to={paths.about} icon={<Info size={18} aria-hidden="true" />}>
        {t('nav.about')}
      </MenuLink>
      <MenuLink to={paths.contact} icon={<MessageCircle size={18} aria-hidden="true" />}>
        {t('nav.contact')}
      </MenuLink>
    </>
  );
}

interface OpenedMenu extends Pick<AccountActions, 'user' | 'onSignOut'> {
  /** Which of the header's buttons was pressed: its menu opens as it arrives. */
  kind: Exclude<HeaderMenuKind, 'everything'>;
}

export function HeaderMenu({ kind, user, onSignOut }: OpenedMenu) {
  switch (kind) {
    case 'info':
      return (
        <Menu isInitiallyOpen align="start" trigger={<InfoButton />}>
          <InfoItems />
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
