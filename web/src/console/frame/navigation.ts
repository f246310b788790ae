import type { Permission } from '@mercury/contract/console/permissions.ts';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookOpen,
  FileText,
  House,
  KeyRound,
  Layers,
  ListChecks,
  Mail,
  Megaphone,
  ScrollText,
  SlidersHorizontal,
  UserSearch,
  Users,
} from 'lucide-react';
import { consolePaths } from '../paths.ts';

/** In order. `key`: after G, the key that leads there. */
const places = [
  { to: consolePaths.home, label: 'frame.home', key: 'h', Icon: House, permission: null },
  { to: consolePaths.approvals, label: 'frame.approvals', key: 'p', Icon: ListChecks, permission: null },
  { to: consolePaths.people, label: 'frame.people', key: 'e', Icon: UserSearch, permission: 'people.read' },
  {
    to: consolePaths.withdrawals,
    label: 'withdrawals.title',
    key: 'w',
    Icon: ArrowUpFromLine,
    permission: 'withdrawals.read',
  },
  {
    to: consolePaths.deposits,
    label: 'deposits.title',
    key: 'd',
    Icon: ArrowDownToLine,
    permission: 'deposits.read',
  },
  { to: consolePaths.books, label: 'frame.books', key: 'b', Icon: BookOpen, permission: 'books.read' },
  {
    to: consolePaths.trading,
    label: 'trading.title',
    key: 't',
    Icon: ArrowLeftRight,
    permission: 'trading.read',
  },
  { to: consolePaths.levels, label: 'levels.title', key: 'l', Icon: Layers, permission: 'levels.read' },
  { to: consolePaths.reports, label: 'reports.title', key: 'r', Icon: FileText, permission: 'reports.read' },
  { to: consolePaths.messages, label: 'frame.messages', key: 'm', Icon: Mail, permission: 'messages.read' },
  {
    to: consolePaths.announcements,
    label: 'frame.announcements',
    key: 'n',
    Icon: Megaphone,
    permission: 'announcements.read',
  },
  {
    to: consolePaths.settings,
    label: 'settings.title',
    key: 'o',
    Icon: SlidersHorizontal,
    permission: 'settings.read',
  },
  { to: consolePaths.staff, label: 'frame.staff', key: 's', Icon: Users, permission: 'staff.read' },
  { to: consolePaths.audit, label: 'frame.audit', key: 'a', Icon: ScrollText, permission: 'audit.read' },
  { to: consolePaths.account, label: 'frame.account', key: 'c', Icon: KeyRound, permission: null },
] as const;
export type Place = (typeof places)[number];

/** What the role permits. */
export function placesFor(permissions: readonly Permission[]): readonly Place[] {
  return places.filter(({ permission }) => permission === null || permissions.includes(permission));
}
