/**
 * What whoever is signed in sees before doing anything: the dashboard, and what stands around every page of theirs. Their
 * visits mostly begin there, so all of it comes in one file.
 */
export { LiveUpdatesPart } from '../features/live/live-updates-part.tsx';
export { NoticesBell } from '../features/notices/notices-bell.tsx';
export { UpdateNotice } from '../features/offline/update-notice.tsx';
export { ProofDialogHost } from '../features/proof/proof-dialog-host.tsx';
export { DashboardRoute } from './dashboard.tsx';
export { takeEarlyDashboard } from './early-dashboard.ts';
