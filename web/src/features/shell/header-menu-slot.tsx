import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AccountActions } from './header.tsx';
import type { HeaderMenuKind } from './header-buttons.tsx';

const loadMenus = () => import('./header-menus.tsx');
const loadMobileMenu = () => import('./mobile-menu.tsx');
const HeaderMenu = lazyPart(async () => (await loadMenus()).HeaderMenu);
const MobileMenu = lazyPart(async () => (await loadMobileMenu()).MobileMenu);

/** A pointer or the focus on its way announces a press. Whether it failed is told by the press itself. */
function preload(kind: HeaderMenuKind) {
  const load = kind === 'everything' ? loadMobileMenu : loadMenus;
  void load().catch(() => undefined);
}

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
  const [isPressed, setIsPressed] = useState(false);
  const button = renderButton({
    onPointerEnter: () => preload(kind),
    onFocus: () => preload(kind),
    onClick: () => setIsPressed(true),
    'aria-haspopup': kind === 'everything' ? 'dialog' : 'menu',
  });
  if (!isPressed) return button;
  const loading = { whileLoading: button, onGiveUp: () => setIsPressed(false) };
  if (kind === 'everything') return <MobileMenu {...account} {...loading} />;
  return <HeaderMenu kind={kind} {...account} {...loading} />;
}
