import type { ReactNode } from 'react';

/** In the order in which equally good finds are listed. */
export type SearchKind = 'coins' | 'people' | 'activity' | 'actions' | 'pages';

/** Something that can be found and chosen. */
export interface SearchEntry {
  /** Its kind and id. Recent choices are kept by it on the device: one that tells of a person is never kept. */
  id: string;
  isNeverKept?: true;
  title: string;
  icon: ReactNode;
  /** Under the title. */
  detail?: ReactNode;
  /** At the end of the line. */
  trailing?: ReactNode;
  /** Further texts that find it. */
  words?: readonly string[];
  onChoose: () => void;
}

export interface SearchGroup {
  kind: SearchKind;
  entries: readonly SearchEntry[];
}
