import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePressedPart } from '../../ui/use-pressed-part.ts';
import { AssetMenuButton } from './asset-menu-button.tsx';
import type { AssetMenuProps } from './asset-menu.tsx';

const loadMenu = () => import('./asset-menu.tsx');
const AssetMenu = lazyPart(async () => (await loadMenu()).AssetMenu);

/** What can be done with an asset. A list of many would begin with as many menus that nobody has opened. */
export function AssetMenuSlot(props: AssetMenuProps) {
  const { isPressed, giveUp, handlers } = usePressedPart(loadMenu);
  const button = <AssetMenuButton assetName={props.name} aria-haspopup="menu" {...handlers} />;
  if (!isPressed) return button;
  return <AssetMenu {...props} whileLoading={button} onGiveUp={giveUp} />;
}
