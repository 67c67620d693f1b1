import { getCollection } from 'astro:content'

/** Published announcements, newest first; drafts too in development. */
export async function listAnnouncements() {
  const entries = await getCollection('announcements', ({ data }) => import.meta.env.DEV || !data.draft)
  return entries
    .map((entry) => ({ ...entry.data, id: entry.id, updated: entry.data.updated ?? entry.data.published, entry }))
    .toSorted((a, b) => b.published.localeCompare(a.published) || a.id.localeCompare(b.id))
}
export type Announcement = Awaited<ReturnType<typeof listAnnouncements>>[number]
