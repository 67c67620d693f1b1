import { and, eq, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { news } from '../../db/tables/drug.ts'

/** Condition: published rows of a content table. */
export const isPublished = ({ status }: { readonly status: PgColumn }): SQL => eq(status, 'published')

/** Condition: published news whose publication time (database clock) has passed. */
export const isNewsPublished = (): SQL | undefined => and(isPublished(news), lte(news.publishedAt, sql`now()`))
