import { type ComponentType, lazy, useState } from 'react';

/**
 * A component that is fetched when it is first shown. Once it was preloaded it is rendered at once instead: React would show
 * what stands in its place for a third of a second at least, and give up a prerendered page for it.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await preload() }));
  function LazyComponent(props: Props) {
    // What a page has begun with it stays with, or it would be built anew.
    const [Ready] = useState(() => loaded);
    const Component = Ready ?? Waiting;
    return <Component {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}
