import type { FeedItem } from '../../domain/content/feed.ts'
import { links } from '../../domain/links.ts'
import { announcements } from './announcements.ts'

/** Announcements as a feed tells of them. */
export const announcementItems = async (): Promise<FeedItem[]> =>
  (await announcements()).map(({ id, title, summary, kind, published }) => ({
    ...{ title, summary, kind, published },
    path: links.announcement(id),
  }))
