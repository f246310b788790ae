import { type ReactNode, useId } from 'react';
import styles from './team-portrait.module.css';

export const teamMembers = ['first', 'second', 'third', 'fourth'] as const;
export type TeamMember = (typeof teamMembers)[number];

interface Features {
  behind?: ReactNode;
  before: ReactNode;
}

/** What tells one from another: hair, glasses, a beard. Everything else is drawn alike. */
const featuresOf: Readonly<Record<TeamMember, Features>> = {
  first: {
    behind: <path d="M33 47c0-15 7-24 17-24s17 9 17 24c0 12 2 20 5 26H28c3-6 5-14 5-26Z" />,
    before: <path d="M37 44c1-10 6-15 13-15s12 5 13 15c-7 0-11-3-14-8-2 4-6 7-12 8Z" />,
  },
  second: {
    before: (
      <>
        <path d="M36 44c-2-12 5-19 14-19s16 7 14 19c-2-5-4-8-6-9-5 2-12 2-17 0-2 2-4 5-5 9Z" />
        <path d="M37 51c0 13 6 18 13 18s13-5 13-18c-1 5-4 8-7 8-2 0-4-1-6-1s-4 1-6 1c-3 0-6-3-7-8Z" />
      </>
    ),
  },
  third: {
    behind: <circle cx="50" cy="22" r="8" />,
    before: (
      <>
        <path d="M36 45c-1-12 5-19 14-19s15 7 14 19c-3-6-7-10-14-10s-11 4-14 10Z" />
        <g className={styles.glasses}>
          <circle cx="44" cy="49" r="4.6" />
          <circle cx="56" cy="49" r="4.6" />
          <path d="M48.6 48.5q1.4-1 2.8 0" />
        </g>
      </>
    ),
  },
  fourth: {
    before: (
      <path d="M35 46c-3-6-1-11 2-13 0-6 6-9 10-7 4-4 12-2 13 3 5 1 7 8 5 17-2-4-3-6-5-8-7 1-14 0-19-2-3 2-5 6-6 10Z" />
    ),
  },
};

/** One of the team, drawn in the same silver as the mark. The name stands beside it. */
export function TeamPortrait({ member }: { member: TeamMember }) {
  const id = useId();
  const { behind, before } = featuresOf[member];
  return (
    <svg className={styles.portrait} viewBox="0 0 100 100" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-ground`} x1="0" y1="0" x2="1" y2="1">
          <stop className={styles.groundHigh} />
          <stop className={styles.groundLow} offset="1" />
        </linearGradient>
        <clipPath id={`${id}-round`}>
          <circle cx="50" cy="50" r="50" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-round)`}>
        <rect width="100" height="100" fill={`url(#${id}-ground)`} />
        <g className={styles.hair}>{behind}</g>
        <path className={styles.clothes} d="M16 104c2-20 15-29 34-29s32 9 34 29Z" />
        <path className={styles.neck} d="M43 62h14v12c0 4-3 7-7 7s-7-3-7-7Z" />
        <ellipse className={styles.face} cx="50" cy="49" rx="13.5" ry="17" />
        <g className={styles.hair}>{before}</g>
      </g>
    </svg>
  );
}
