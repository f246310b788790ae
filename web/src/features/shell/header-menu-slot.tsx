import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AccountActions } from './header.tsx';
import type { HeaderMenuKind } from './header-buttons.tsx';

const loadMenus = () => import('./header-menus.tsx');
const HeaderMenu = lazyPart(async () => (await loadMenus()).HeaderMenu);

/** A pointer or the focus on its way announces a press. Whether it failed is told by the press itself. */
function preload() {
  void loadMenus().catch(() => undefined);
}

interface ButtonHandlers {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
  'aria-haspopup': 'menu';
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
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setIsPressed(true),
    'aria-haspopup': 'menu',
  });
  if (!isPressed) return button;
  return <HeaderMenu kind={kind} {...account} whileLoading={button} onGiveUp={() => setIsPressed(false)} />;
}
