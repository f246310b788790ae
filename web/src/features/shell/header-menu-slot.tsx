import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePressedPart } from '../../ui/use-pressed-part.ts';
import type { AccountActions } from './header.tsx';
import type { HeaderMenuKind } from './header-buttons.tsx';

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
  /** The menu's button alone, as it is before its menu was ever opened. */
  renderButton: (handlers: ButtonHandlers) => ReactNode;
}

/** Menus are fetched when the first is opened; the button looks and works the same before and after. */
export function HeaderMenuSlot({ kind, renderButton, ...account }: HeaderMenuSlotProps) {
  const isEverything = kind === 'everything';
  const { isPressed, giveUp, handlers } = usePressedPart(isEverything ? loadMobileMenu : loadMenus);
  const button = renderButton({ ...handlers, 'aria-haspopup': isEverything ? 'dialog' : 'menu' });
  if (!isPressed) return button;
  const loading = { whileLoading: button, onGiveUp: giveUp };
  if (kind === 'everything') return <MobileMenu {...account} {...loading} />;
  return <HeaderMenu kind={kind} {...account} {...loading} />;
}
