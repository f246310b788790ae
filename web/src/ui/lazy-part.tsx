import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { PartFailure } from './part-failure.tsx';

interface LazyPartProps {
  /** Stands in the part's place until it is there. */
  whileLoading?: ReactNode;
  /** The person goes on without the part; whoever opened it forgets that it was asked for. */
  onGiveUp?: () => void;
}

/**
 * A part of a page that is fetched when it is first shown. Where that fails, without a connection or after an update,
 * the page around it stays and a notice offers to reload it. Trying again would not help: a browser remembers a module
 * that it could not fetch for as long as the page lives.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyComponent(load);
  function LazyPart({ whileLoading, onGiveUp, ...props }: Props & LazyPartProps): ReactNode {
    return (
      <ErrorBoundary
        fallback={
          <>
            {whileLoading}
            <PartFailure onGiveUp={onGiveUp} />
          </>
        }
      >
        <Suspense fallback={whileLoading}>
          {/* What is left after our own are taken away is the part's; TypeScript can't subtract from a generic. */}
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyPart, { preload: Part.preload });
}
