import { type ComponentType, lazy, useState } from 'react';

/**
 * A component that loads when it is first shown. A preloaded one renders at once: otherwise React would show the fallback for at
 * least a third of a second, and give up a prerendered page for it.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await preload() }));
  function LazyComponent(props: Props) {
    // A page keeps the component that it began with. Another one would mount anew.
    const [Ready] = useState(() => loaded);
    const Component = Ready ?? Waiting;
    return <Component {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}
