import type { User } from '@mercury/contract/api/users.ts';
import { clsx } from 'clsx';
import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart, type PressedPart, usePressedPart } from '../../ui/lazy-part.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTheme } from '../../ui/theme-choice.ts';
import { AvatarButton, InfoButton, LanguageButton, MenuButton, SearchButton } from './header-buttons.tsx';
import type { HeaderMenuKind } from './header-menus.tsx';
import styles from './header.module.css';
import { mainPlaces, visitorPlaces } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';

export interface AccountActions {
  /** The signed-in person with a verified email, or null. */
  user: User | null;
  /** The session is still loading: neither the person's menu nor the sign-in is shown. */
  isLoading: boolean;
  onSignIn: () => void;
  onSignUp: () => void;
  onSignOut: () => void;
}

/** Opens the search, which loads early if a pointer or the focus is on its button. */
export interface SearchActions {
  open: () => void;
  preload: () => void;
}

function ThemeToggle({ className }: { className: string | undefined }) {
  const { t } = useTranslation();
  const { theme, toggleTheme } = useTheme();
  return (
    <IconButton
      label={theme === 'dark' ? t('nav.themeToLight') : t('nav.themeToDark')}
      onClick={toggleTheme}
      className={className}
    >
      {theme === 'dark' ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
    </IconButton>
  );
}

function SignedOutActions({ onSignIn, onSignUp }: Pick<AccountActions, 'onSignIn' | 'onSignUp'>) {
  const { t } = useTranslation();
  // A phone has room for one of the two: not for the one that the person is already at.
  const isRegistering = useLocation().pathname === paths.register;
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        onClick={onSignIn}
        className={isRegistering ? undefined : styles.wideOnly}
      >
        {t('nav.login')}
      </Button>
      <Button size="small" onClick={onSignUp} className={isRegistering ? styles.wideOnly : undefined}>
        {t('nav.register')}
      </Button>
    </>
  );
}

interface HeaderProps extends AccountActions {
  isFixed: boolean;
  /** The bell: a signed-in person's notices. */
  bell: ReactNode;
  search: SearchActions;
}

export function Header({ isFixed, bell, search, ...account }: HeaderProps) {
  const { t } = useTranslation();
  const { user, isLoading } = account;
  // A visitor's header has room for the menus where a signed-in person's is full of places.
  const isOwn = user !== null || isLoading;
  const withMenus = isOwn ? styles.roomyOnly : styles.wideOnly;
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
          <PlaceLinks isOwn={isOwn} isAwaited={isLoading} />
          <span className={withMenus}>
            <HeaderMenuSlot
              kind="info"
              {...account}
              renderButton={(handlers) => <InfoButton {...handlers} />}
            />
          </span>
        </nav>
        <div className={styles.actions}>
          <SearchButton
            onClick={search.open}
            onPointerEnter={search.preload}
            onFocus={search.preload}
            className={isOwn ? undefined : styles.spare}
          />
          <ThemeToggle className={withMenus} />
          <span className={withMenus}>
            <HeaderMenuSlot
              kind="language"
              {...account}
              renderButton={(handlers) => <LanguageButton {...handlers} />}
            />
          </span>
          {!isOwn && <SignedOutActions {...account} />}
          {(bell || isLoading) && <span className={styles.place}>{bell}</span>}
          {isLoading && <span className={clsx(styles.place, styles.roomyOnly)} />}
          {user && (
            <span className={styles.roomyOnly}>
              <HeaderMenuSlot
                kind="account"
                {...account}
                renderButton={(handlers) => <AvatarButton name={user.name} {...handlers} />}
              />
            </span>
          )}
          <span className={isOwn ? styles.untilRoomy : styles.narrowOnly}>
            <MobileMenuSlot {...account} onSearch={search.open} />
          </span>
        </div>
      </div>
    </header>
  );
}

interface PlaceLinksProps {
  isOwn: boolean;
  /** Takes its room, unseen, until it is known who is here. */
  isAwaited: boolean;
}

function PlaceLinks({ isOwn, isAwaited }: PlaceLinksProps) {
  const { t } = useTranslation();
  return (isOwn ? mainPlaces : visitorPlaces).map((place) => (
    <PlaceLink key={place.to} place={place} className={clsx(styles.link, isAwaited && styles.awaited)}>
      {t(place.label)}
    </PlaceLink>
  ));
}

const loadMenus = () => import('./header-menus.tsx');
const loadMobileMenu = () => import('./mobile-menu.tsx');
const HeaderMenu = lazyPart(async () => (await loadMenus()).HeaderMenu);
const MobileMenu = lazyPart(async () => (await loadMobileMenu()).MobileMenu);

interface HeaderMenuSlotProps extends AccountActions {
  kind: HeaderMenuKind;
  /** The plain menu button, before the menu loads. */
  renderButton: (handlers: PressedPart['handlers'] & { 'aria-haspopup': 'menu' }) => ReactNode;
}

/** Menus load when the first one opens. */
function HeaderMenuSlot({ kind, renderButton, ...account }: HeaderMenuSlotProps) {
  const { isPressed, giveUp, handlers } = usePressedPart(loadMenus);
  const button = renderButton({ ...handlers, 'aria-haspopup': 'menu' });
  if (!isPressed) return button;
  return <HeaderMenu kind={kind} {...account} whileLoading={button} onGiveUp={giveUp} />;
}

function MobileMenuSlot(menu: AccountActions & { onSearch: () => void }) {
  const { isPressed, giveUp, handlers } = usePressedPart(loadMobileMenu);
  const button = <MenuButton {...handlers} aria-haspopup="dialog" />;
  if (!isPressed) return button;
  return <MobileMenu {...menu} whileLoading={button} onGiveUp={giveUp} />;
}
