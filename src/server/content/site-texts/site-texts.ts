import { and, asc, count, desc, eq, gt, lt, or, sql, type SQL } from 'drizzle-orm'
import type { questionsCalls } from '../../../contract/content/questions.ts'
import type { siteTextsCalls } from '../../../contract/content/site-texts.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { announcements as table, friendLinks as linkTable, sitePages } from '../../../db/tables/site-texts.ts'
import type { Handler } from '../../handler.ts'
import { isPublished } from '../published.ts'

/** Name of an announcement in its URL. */
export const announcementKey = sql<string>`coalesce(${table.slug}, ${table.id}::text)`

const rowColumns = {
  announcementId: announcementKey,
  title: table.title,
  summary: table.summary,
  topic: table.topic,
  publishedOn: table.publishedOn,
  updatedAt: sql<string>`coalesce(nullif(${table.changedOn}, ''), ${table.publishedOn})`,
}

export const announcements: Handler<typeof siteTextsCalls.announcements> = async ({ current, pageSize }, { db }) => {
  const [counted] = await db.select({ count: count() }).from(table).where(isPublished(table))
  const data = await db
    .select(rowColumns)
    .from(table)
    .where(isPublished(table))
    .orderBy(desc(table.publishedOn), desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.count ?? 0, data }
}

/** The published announcement beside one, in an order. */
async function findNeighbour(db: Db, beside: SQL | undefined, order: readonly SQL[]) {
  const [row] = await db
    .select({ announcementId: announcementKey, title: table.title })
    .from(table)
    .where(and(isPublished(table), beside))
    .orderBy(...order)
    .limit(1)
  return row ?? null
}

export const announcement: Handler<typeof siteTextsCalls.announcement> = async ({ announcementId }, { db }) => {
  const [row] = await db
    .select({ ...rowColumns, id: table.id, body: table.content })
    .from(table)
    .where(and(isPublished(table), eq(announcementKey, announcementId)))
    .limit(1)
  if (row === undefined) throw new CallFailed('notFound')
  const { id, ...rest } = row
  const sameDay = eq(table.publishedOn, row.publishedOn)
  return {
    ...rest,
    newer: await findNeighbour(db, or(gt(table.publishedOn, row.publishedOn), and(sameDay, gt(table.id, id))), [
      asc(table.publishedOn),
      asc(table.id),
    ]),
    older: await findNeighbour(db, or(lt(table.publishedOn, row.publishedOn), and(sameDay, lt(table.id, id))), [
      desc(table.publishedOn),
      desc(table.id),
    ]),
  }
}

export const sitePage: Handler<typeof siteTextsCalls.sitePage> = async ({ slug }, { db }) => {
  const [row] = await db
    .select({
      title: sitePages.title,
      summary: sitePages.summary,
      updatedAt: sitePages.changedOn,
      effectiveOn: sitePages.effectiveOn,
      body: sitePages.content,
    })
    .from(sitePages)
    .where(eq(sitePages.slug, slug))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

export const friendLinks: Handler<typeof questionsCalls.friendLinks> = async ({ current, pageSize }, { db }) => {
  const [counted] = await db.select({ count: count() }).from(linkTable).where(isPublished(linkTable))
  const data = await db
    .select({
      linkId: linkTable.id,
      name: linkTable.name,
      url: linkTable.url,
      intro: linkTable.intro,
      groupName: linkTable.group,
    })
    .from(linkTable)
    .where(isPublished(linkTable))
    .orderBy(asc(linkTable.sort), asc(linkTable.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.count ?? 0, data }
}
