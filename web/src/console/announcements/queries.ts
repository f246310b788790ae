/** Of every question about announcements. */
export const announcementsKey = ['announcements'] as const;
