import { type ComponentType, lazy, useState } from 'react';

/**
 * A page that is fetched when it is gone to. Once it was preloaded it is rendered at once instead: React would give up a
 * prerendered page for a skeleton if anything around it changed while its code was on the way.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await preload() }));
  function Page() {
    // What a page has begun with it stays with, or it would be built anew.
    const [Ready] = useState(() => loaded);
    return Ready ? <Ready /> : <Waiting />;
  }
  return Object.assign(Page, { preload });
}
