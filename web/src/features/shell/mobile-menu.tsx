import { localeTraits, locales } from '@mercury/contract/locales.ts';
import {
  ChartPie,
  Info,
  LayoutDashboard,
  LogIn,
  LogOut,
  MessageCircle,
  Moon,
  Repeat,
  Sun,
  User,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
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
import styles from './mobile-menu.module.css';

function PersonGroup({
  user,
  onSignOut,
}: {
  user: NonNullable<AccountActions['user']>;
  onSignOut: () => void;
}) {
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
      <DrawerLink to={paths.dashboard} icon={<LayoutDashboard size={20} aria-hidden="true" />}>
        {t('nav.dashboard')}
      </DrawerLink>
      <DrawerLink to={paths.trade} icon={<Repeat size={20} aria-hidden="true" />}>
        {t('trade.title')}
      </DrawerLink>
      <DrawerLink to={paths.portfolio} icon={<ChartPie size={20} aria-hidden="true" />}>
        {t('portfolio.title')}
      </DrawerLink>
      <DrawerLink to={paths.profile} icon={<User size={20} aria-hidden="true" />}>
        {t('nav.profile')}
      </DrawerLink>
      <DrawerAction
        onSelect={onSignOut}
        icon={<LogOut size={20} aria-hidden="true" className="flip-in-rtl" />}
      >
        {t('nav.logout')}
      </DrawerAction>
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

/** Everything that stands in the header of large screens, for small ones. */
export function MobileMenu(account: AccountActions) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const { user, isLoading, onSignOut } = account;
  return (
    <Drawer isInitiallyOpen label={t('nav.menu')} trigger={<MenuButton />} heading={<Logo />}>
      {user && <PersonGroup user={user} onSignOut={onSignOut} />}
      {!user && !isLoading && <VisitorGroup {...account} />}
      <DrawerGroup label={t('nav.info')}>
        <DrawerLink to={paths.about} icon={<Info size={20} aria-hidden="true" />}>
          {t('nav.about')}
        </DrawerLink>
        <DrawerLink to={paths.contact} icon={<MessageCircle size={20} aria-hidden="true" />}>
          {t('nav.contact')}
        </DrawerLink>
      </DrawerGroup>
      <DrawerGroup label={t('nav.language')}>
        <DrawerChoice
          name="language"
          value={locale}
          choices={locales.map((code) => ({ value: code, label: localeTraits[code].label, lang: code }))}
          onChange={(next) => void i18n.changeLanguage(next)}
        />
      </DrawerGroup>
      <DrawerGroup>
        <ThemeToggle />
      </DrawerGroup>
    </Drawer>
  );
}
