import type { User } from '@mercury/contract/api/users.ts';
import { clsx } from 'clsx';
import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart, usePressedPart } from '../../ui/lazy-part.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTheme } from '../../ui/theme-choice.ts';
import {
  AvatarButton,
  type HeaderMenuKind,
  InfoButton,
  LanguageButton,
  MenuButton,
} from './header-buttons.tsx';
import styles from './header.module.css';
import { dashboardPlace } from './navigation.ts';

export interface AccountActions {
  /** The signed-in person with a verified email, or null. */
  user: User | null;
  /** The session is still loading: neither the person's menu nor the sign-in is shown. */
  isLoading: boolean;
  onSignIn: () => void;
  onSignUp: () => void;
  onSignOut: () => void;
}

function ThemeToggle() {
  const { t } = useTranslation();
  const { theme, toggleTheme } = useTheme();
  return (
    <IconButton
      label={theme === 'dark' ? t('nav.themeToLight') : t('nav.themeToDark')}
      onClick={toggleTheme}
      className={styles.wideOnly}
    >
      {theme === 'dark' ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
    </IconButton>
  );
}

function SignedOutActions({ onSignIn, onSignUp }: Pick<AccountActions, 'onSignIn' | 'onSignUp'>) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="ghost" size="small" onClick={onSignIn} className={styles.wideOnly}>
        {t('nav.login')}
      </Button>
      <Button size="small" onClick={onSignUp}>
        {t('nav.register')}
      </Button>
    </>
  );
}

interface HeaderProps extends AccountActions {
  isFixed: boolean;
  /** The bell: a signed-in person's notices. */
  bell: ReactNode;
}

export function Header({ isFixed, bell, ...account }: HeaderProps) {
  const { t } = useTranslation();
  const { user, isLoading } = account;
  return (
    <header className={clsx(styles.header, isFixed && styles.fixed)}>
      <a href="#content" className={styles.skip}>
        {t('nav.skipToContent')}
      </a>
      <div className={styles.inner}>
        <Link to={user ? paths.dashboard : paths.home} className={styles.home}>
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')} className={styles.links}>
          {(user || isLoading) && (
            <NavLink
              to={dashboardPlace.to}
              className={clsx(styles.link, styles.wideOnly, isLoading && styles.awaited)}
            >
              <dashboardPlace.Icon size={18} aria-hidden="true" />
              {t(dashboardPlace.label)}
            </NavLink>
          )}
          <span className={styles.wideOnly}>
            <HeaderMenuSlot
              kind="info"
              {...account}
              renderButton={(handlers) => <InfoButton {...handlers} />}
            />
          </span>
        </nav>
        <div className={styles.actions}>
          <ThemeToggle />
          <span className={styles.wideOnly}>
            <HeaderMenuSlot
              kind="language"
              {...account}
              renderButton={(handlers) => <LanguageButton {...handlers} />}
            />
          </span>
          {!user && !isLoading && <SignedOutActions {...account} />}
          {(bell || isLoading) && <span className={styles.place}>{bell}</span>}
          {isLoading && <span className={clsx(styles.place, styles.wideOnly)} />}
          {user && (
            <span className={styles.wideOnly}>
              <HeaderMenuSlot
                kind="account"
                {...account}
                renderButton={(handlers) => <AvatarButton name={user.name} {...handlers} />}
              />
            </span>
          )}
          <span className={styles.narrowOnly}>
            <HeaderMenuSlot
              kind="everything"
              {...account}
              renderButton={(handlers) => <MenuButton {...handlers} />}
            />
          </span>
        </div>
      </div>
    </header>
  );
}

const loadMenus = () => import('./header-menus.tsx');
const loadMobileMenu = () => import('./mobile-menu.tsx');
const HeaderMenu = lazyPart(async () => (await loadMenus()).HeaderMenu);
const MobileMenu = lazyPart(async () => (await loadMobileMenu()).MobileMenu);

interface ButtonHandlers {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
  'aria-haspopup': 'menu' | 'dialog';
}

interface HeaderMenuSlotProps extends AccountActions {
  kind: HeaderMenuKind;
  /** The plain menu button, before the menu loads. */
  renderButton: (handlers: ButtonHandlers) => ReactNode;
}

/** Menus load when the first one opens. */
function HeaderMenuSlot({ kind, renderButton, ...account }: HeaderMenuSlotProps) {
  const isEverything = kind === 'everything';
  const { isPressed, giveUp, handlers } = usePressedPart(isEverything ? loadMobileMenu : loadMenus);
  const button = renderButton({ ...handlers, 'aria-haspopup': isEverything ? 'dialog' : 'menu' });
  if (!isPressed) return button;
  const loading = { whileLoading: button, onGiveUp: giveUp };
  if (kind === 'everything') return <MobileMenu {...account} {...loading} />;
  return <HeaderMenu kind={kind} {...account} {...loading} />;
}
