/**
 * What whoever is signed in sees before doing anything: the dashboard, and what stands around every page of theirs. Their
 * visits mostly begin there, so all of it comes in one file.
 */
// Whoever is signed in can sign out, and be told so, also once the connection is gone.
export { confirmSignOut } from '../features/auth/tell-sign-outs.ts';
export { LiveUpdatesPart } from '../features/live/live-updates-part.tsx';
export { NoticesBell } from '../features/notices/notices-bell.tsx';
export { ProofDialogHost } from '../features/proof/proof-dialog-host.tsx';
export { DashboardRoute } from './dashboard.tsx';
export { takeEarlyDashboard } from './early-dashboard.ts';
export { Upkeep } from './upkeep.tsx';
