import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { ariaCurrentOf, type MainPlace } from './navigation.ts';

interface PlaceLinkProps {
  place: MainPlace;
  className: string | undefined;
  children: ReactNode;
}

/** A link to one of the main places. It is marked while the person is there, also on a page within. */
export function PlaceLink({ place, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link to={place.to} className={className} aria-current={ariaCurrentOf(place.to, pathname)}>
      {children}
    </Link>
  );
}
