import type { User } from '@mercury/contract/api/users.ts';
import { LogIn, LogOut, Moon, Search, Sun, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import {
  Drawer,
  DrawerAction,
  DrawerChoice,
  DrawerGroup,
  DrawerLink,
  DrawerToggle,
} from '../../ui/drawer.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTheme } from '../../ui/theme-choice.ts';
import type { AccountActions } from './header.tsx';
import { MenuButton } from './header-buttons.tsx';
import {
  accountPlaces,
  helpPlaces,
  infoPlaces,
  languageChoices,
  type Place,
  visitorPlaces,
} from './navigation.ts';
import styles from './mobile-menu.module.css';

function PlaceLinks({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation();
  return places.map(({ to, label, Icon }) => (
    <DrawerLink key={to} to={to} icon={<Icon size={20} aria-hidden="true" />}>
      {t(label)}
    </DrawerLink>
  ));
}

function PersonGroup({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const { t } = useTranslation();
  return (
    <DrawerGroup>
      <p className={styles.person}>
        <strong>
          <bdi>{user.name || user.username}</bdi>
        </strong>
        <span>
          <bdi>{user.email}</bdi>
        </span>
      </p>
      <PlaceLinks places={accountPlaces} />
      <DrawerAction
        onSelect={onSignOut}
        icon={<LogOut size={20} aria-hidden="true" className="flip-in-rtl" />}
      >
        {t('nav.logout')}
      </DrawerAction>
    </DrawerGroup>
  );
}

/** What a visitor's header has no room for on a small screen. A signed-in person has it beside the menu. */
function LookAroundGroup({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation();
  return (
    <DrawerGroup>
      <DrawerAction onSelect={onSearch} icon={<Search size={20} aria-hidden="true" />}>
        {t('search.title')}
      </DrawerAction>
      <PlaceLinks places={visitorPlaces} />
    </DrawerGroup>
  );
}

function VisitorGroup({ onSignIn, onSignUp }: Pick<AccountActions, 'onSignIn' | 'onSignUp'>) {
  const { t } = useTranslation();
  return (
    <DrawerGroup>
      <DrawerAction onSelect={onSignIn} icon={<LogIn size={20} aria-hidden="true" className="flip-in-rtl" />}>
        {t('nav.login')}
      </DrawerAction>
      <DrawerAction onSelect={onSignUp} icon={<UserPlus size={20} aria-hidden="true" />}>
        {t('nav.register')}
      </DrawerAction>
    </DrawerGroup>
  );
}

function ThemeToggle() {
  const { t } = useTranslation();
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <DrawerToggle onToggle={toggleTheme} icon={<Icon size={20} aria-hidden="true" />}>
      {theme === 'dark' ? t('nav.themeToLight') : t('nav.themeToDark')}
    </DrawerToggle>
  );
}

/** The large screens' header content, for small screens. */
export function MobileMenu({ onSearch, ...account }: AccountActions & { onSearch: () => void }) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const { user, isLoading, onSignOut } = account;
  const isVisitor = !user && !isLoading;
  return (
    <Drawer isInitiallyOpen label={t('nav.menu')} trigger={<MenuButton />} heading={<Logo />}>
      {user && <PersonGroup user={user} onSignOut={onSignOut} />}
      {isVisitor && <VisitorGroup {...account} />}
      {isVisitor && <LookAroundGroup onSearch={onSearch} />}
      <DrawerGroup label={t('nav.info')}>
        <PlaceLinks places={infoPlaces} />
      </DrawerGroup>
      <DrawerGroup label={t('nav.support')}>
        <PlaceLinks places={helpPlaces} />
      </DrawerGroup>
      <DrawerGroup label={t('nav.language')}>
        <DrawerChoice
          name="language"
          value={locale}
          choices={languageChoices}
          onChange={(next) => void i18n.changeLanguage(next)}
        />
      </DrawerGroup>
      <DrawerGroup>
        <ThemeToggle />
      </DrawerGroup>
    </Drawer>
  );
}
