import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  replace?: boolean;
  /** What the page is handed beside its address. */
  state?: unknown;
  /** Says so where the page that it leads to, or one below it, is the one that is shown. */
  marksCurrent?: boolean;
}

/**
 * A link to a page of this site. The router's own brings along what fetches pages of a framework ahead, which is not in
 * use here: two kilobytes of the first load.
 */
export function PageLink({
  to,
  replace,
  state,
  marksCurrent = false,
  onClick,
  target,
  children,
  ...rest
}: PageLinkProps) {
  const href = useHref(to);
  const { pathname } = useLocation();
  const follow = useLinkClickHandler(to, {
    state,
    ...(target !== undefined && { target }),
    ...(replace !== undefined && { replace }),
  });
  const isCurrent = marksCurrent && (pathname === to || pathname.startsWith(`${to}/`));
  return (
    <a
      {...rest}
      href={href}
      target={target}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
