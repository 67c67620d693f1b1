import { z } from 'zod'
import { announcementTopics } from '../../domain/content/announcements.ts'
import { sitePageSlugs } from '../../domain/content/site-pages.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { day, listOf, paging } from '../fields.ts'

const announcementRow = z.object({
  /** Name in its URL. */
  announcementId: z.string(),
  title: z.string(),
  summary: z.string(),
  topic: z.enum(announcementTopics),
  publishedOn: day,
  /** Day of the last change; that of publication if there is none. */
  updatedAt: day,
})

const neighbour = z.object({ announcementId: z.string(), title: z.string() }).nullable()
const announcement = announcementRow.extend({
  /** Markdown. */
  body: z.string(),
  newer: neighbour,
  older: neighbour,
})
export type Announcement = z.output<typeof announcement>

/** The platform's own texts: announcements, and rules, guides and pages about it. */
export const siteTextsCalls = {
  announcements: call({
    path: '/sys/announcement/front/list-page',
    summary: '平台公告，新的在前',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ ...paging }),
    output: listOf(announcementRow),
    ours: true,
  }),
  announcement: call({
    path: '/sys/announcement/front/detail',
    summary: '一篇平台公告，附前后篇',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ announcementId: z.string().regex(/^[a-z0-9-]{1,60}$/) }),
    output: announcement,
    ours: true,
  }),
  sitePage: call({
    path: '/sys/page/front/detail',
    summary: '平台规则、指南与关于平台的一个页面',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ slug: z.enum(sitePageSlugs) }),
    output: z.object({
      title: z.string(),
      summary: z.string(),
      updatedAt: day,
      /** Day from which rules are in force; empty for guides. */
      effectiveOn: z.union([z.literal(''), day]),
      /** Markdown. */
      body: z.string(),
    }),
    ours: true,
  }),
}
