import { lazy, Suspense, useRef, useState } from 'react';
import { useIsOnline } from '../../connection.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useIsNear } from '../../ui/lazy-part.tsx';

// Loads the operator's settings when the footer comes near: few people scroll that far.
const FooterSocial = lazy(async () => ({ default: (await import('./footer-social.tsx')).FooterSocial }));

/** While a page loads, the footer is in view; it leaves the view when the page arrives. */
const settledAfterMs = 300;

/** The place of the operator's networks. It stays empty if there are none. */
export function SocialSlot({ className }: { className: string | undefined }) {
  const slot = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(slot, { forMs: settledAfterMs });
  const isOnline = useIsOnline();
  const [isWanted, setIsWanted] = useState(false);
  // A browser does not retry a failed module.
  if (isNear && isOnline && !isWanted) setIsWanted(true);
  return (
    <div ref={slot} className={className}>
      {isWanted && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <FooterSocial />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
