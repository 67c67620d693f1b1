import { and, asc, count, desc, eq, ilike, ne, or, sql } from 'drizzle-orm'
import type { digitalCalls } from '../../../contract/content/digital.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { digitalApps as apps, digitalSolutionApps, digitalSolutions } from '../../../db/tables/digital.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isPublished } from '../published.ts'
import { presentApp } from './present.ts'

const appOrders = {
  default: [asc(apps.sort), asc(apps.id)],
  new: [desc(apps.publishedAt), desc(apps.id)],
  price: [sql`${apps.price} asc nulls last`, asc(apps.id)],
} as const

/** Condition: every word of the keyword occurs in a text column. */
const searchCondition = (keyword: string) =>
  and(
    ...keyword
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const part = likePattern(word)
        return or(
          ilike(apps.name, part),
          ilike(apps.summary, part),
          ilike(apps.keywords, part),
          ilike(apps.vendor, part),
        )
      }),
  )

export const digitalApps: Handler<typeof digitalCalls.digitalApps> = async (input, { db }) => {
  const { keyword, kind, deployment, sort, current, pageSize } = input
  const found = and(isPublished(apps), searchCondition(keyword))
  const ofKind = kind === undefined ? undefined : eq(apps.kind, kind)
  // Applications with both deployments match either filter.
  const ofDeployment =
    deployment === undefined || deployment === 'both'
      ? deployment && eq(apps.deployment, deployment)
      : or(eq(apps.deployment, deployment), eq(apps.deployment, 'both'))
  const where = and(found, ofKind, ofDeployment)
  const rows = await db
    .select()
    .from(apps)
    .where(where)
    .orderBy(...appOrders[sort])
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const kinds = await db
    .select({ value: apps.kind, count: count() })
    .from(apps)
    .where(and(found, ofDeployment))
    .groupBy(apps.kind)
  const deployments = await db
    .select({ value: apps.deployment, count: count() })
    .from(apps)
    .where(and(found, ofKind))
    .groupBy(apps.deployment)
  return { total: await db.$count(apps, where), data: rows.map(presentApp), kinds, deployments }
}

export const digitalApp: Handler<typeof digitalCalls.digitalApp> = async ({ appId }, { db }) => {
  const [row] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.id, appId), isPublished(apps)))
  if (row === undefined) throw new CallFailed('notFound')
  const uses = await db
    .select({ use: digitalSolutionApps, solution: digitalSolutions })
    .from(digitalSolutionApps)
    .innerJoin(digitalSolutions, eq(digitalSolutions.id, digitalSolutionApps.solutionId))
    .where(and(eq(digitalSolutionApps.appId, appId), isPublished(digitalSolutions)))
    .orderBy(asc(digitalSolutions.sort), asc(digitalSolutionApps.sort))
  const similar = await db
    .select()
    .from(apps)
    .where(and(eq(apps.kind, row.kind), ne(apps.id, appId), isPublished(apps)))
    .orderBy(...appOrders.default)
    .limit(3)
  const { features, users, joins, goLive } = row
  return {
    ...presentApp(row),
    features,
    users,
    joins,
    goLive,
    uses: uses.map(({ use, solution }) => ({
      useId: use.id,
      title: use.title,
      solutionId: solution.id,
      solutionTitle: solution.title,
    })),
    similar: similar.map(presentApp),
  }
}
