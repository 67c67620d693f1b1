import { and, asc, count, desc, eq, ilike, ne, or, sql } from 'drizzle-orm'
import type { DigitalAppRow, digitalCalls, DigitalUseRow } from '../../../contract/content/digital.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  digitalApps as digitalAppsTable,
  digitalSolutionApps as digitalSolutionAppsTable,
  digitalSolutions as digitalSolutionsTable,
} from '../../../db/tables/digital.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isPublished } from '../published.ts'

type AppRecord = typeof digitalAppsTable.$inferSelect
type UseRecord = typeof digitalSolutionAppsTable.$inferSelect
type SolutionRecord = typeof digitalSolutionsTable.$inferSelect

/** Wire format of an application in lists. */
function presentApp(row: AppRecord): DigitalAppRow {
  const { id, name, kind, vendor, summary, deployment, compliance, price, priceUnit, goLive, sample } = row
  return { appId: id, name, kind, vendor, summary, deployment, compliance, price, priceUnit, goLive, sample }
}

/** Wire format of the use of an application in a solution. */
const presentUse = (use: UseRecord, app: AppRecord, solution: Pick<SolutionRecord, 'id' | 'title'>): DigitalUseRow => ({
  useId: use.id,
  title: use.title,
  solutionId: solution.id,
  solutionTitle: solution.title,
  app: presentApp(app),
})

const appOrders = {
  default: [asc(digitalAppsTable.sort), asc(digitalAppsTable.id)],
  new: [desc(digitalAppsTable.publishedAt), desc(digitalAppsTable.id)],
  price: [sql`${digitalAppsTable.price} asc nulls last`, asc(digitalAppsTable.id)],
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
          ilike(digitalAppsTable.name, part),
          ilike(digitalAppsTable.summary, part),
          ilike(digitalAppsTable.keywords, part),
          ilike(digitalAppsTable.vendor, part),
        )
      }),
  )

export const digitalApps: Handler<typeof digitalCalls.digitalApps> = async (input, { db }) => {
  const { keyword, kind, deployment, sort, current, pageSize } = input
  const found = and(isPublished(digitalAppsTable), searchCondition(keyword))
  const ofKind = kind === undefined ? undefined : eq(digitalAppsTable.kind, kind)
  // Applications with both deployments match either filter.
  const ofDeployment =
    deployment === undefined || deployment === 'both'
      ? deployment && eq(digitalAppsTable.deployment, deployment)
      : or(eq(digitalAppsTable.deployment, deployment), eq(digitalAppsTable.deployment, 'both'))
  const where = and(found, ofKind, ofDeployment)
  const rows = await db
    .select()
    .from(digitalAppsTable)
    .where(where)
    .orderBy(...appOrders[sort])
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const kinds = await db
    .select({ value: digitalAppsTable.kind, count: count() })
    .from(digitalAppsTable)
    .where(and(found, ofDeployment))
    .groupBy(digitalAppsTable.kind)
  const deployments = await db
    .select({ value: digitalAppsTable.deployment, count: count() })
    .from(digitalAppsTable)
    .where(and(found, ofKind))
    .groupBy(digitalAppsTable.deployment)
  return { total: await db.$count(digitalAppsTable, where), data: rows.map(presentApp), kinds, deployments }
}

export const digitalApp: Handler<typeof digitalCalls.digitalApp> = async ({ appId }, { db }) => {
  const [row] = await db
    .select()
    .from(digitalAppsTable)
    .where(and(eq(digitalAppsTable.id, appId), isPublished(digitalAppsTable)))
  if (row === undefined) throw new CallFailed('notFound')
  const uses = await db
    .select({ use: digitalSolutionAppsTable, solution: digitalSolutionsTable })
    .from(digitalSolutionAppsTable)
    .innerJoin(digitalSolutionsTable, eq(digitalSolutionsTable.id, digitalSolutionAppsTable.solutionId))
    .where(and(eq(digitalSolutionAppsTable.appId, appId), isPublished(digitalSolutionsTable)))
    .orderBy(asc(digitalSolutionsTable.sort), asc(digitalSolutionAppsTable.sort))
  const similar = await db
    .select()
    .from(digitalAppsTable)
    .where(and(eq(digitalAppsTable.kind, row.kind), ne(digitalAppsTable.id, appId), isPublished(digitalAppsTable)))
    .orderBy(...appOrders.default)
    .limit(3)
  const { features, users, joins } = row
  return {
    ...presentApp(row),
    features,
    users,
    joins,
    uses: uses.map(({ use, solution }) => ({
      useId: use.id,
      title: use.title,
      solutionId: solution.id,
      solutionTitle: solution.title,
    })),
    similar: similar.map(presentApp),
  }
}

export const digitalSolutions: Handler<typeof digitalCalls.digitalSolutions> = async ({ keyword }, { db }) => {
  const part = likePattern(keyword)
  const found =
    keyword === ''
      ? undefined
      : or(
          ilike(digitalSolutionsTable.title, part),
          ilike(digitalSolutionsTable.summary, part),
          ilike(digitalSolutionsTable.audience, part),
        )
  const rows = await db
    .select()
    .from(digitalSolutionsTable)
    .where(and(isPublished(digitalSolutionsTable), found))
    .orderBy(asc(digitalSolutionsTable.sort), asc(digitalSolutionsTable.id))
    .limit(100)
  const counts = await db
    .select({ id: digitalSolutionAppsTable.solutionId, count: count() })
    .from(digitalSolutionAppsTable)
    .innerJoin(
      digitalAppsTable,
      and(eq(digitalAppsTable.id, digitalSolutionAppsTable.appId), isPublished(digitalAppsTable)),
    )
    .groupBy(digitalSolutionAppsTable.solutionId)
  const countOf = new Map(counts.map((row) => [row.id, row.count]))
  return rows.map(({ id, title, audience, summary, sample }) => ({
    solutionId: id,
    title,
    audience,
    summary,
    sample,
    appCount: countOf.get(id) ?? 0,
  }))
}

/** The applications of a solution, in its order. */
async function getUses(db: Db, solution: { readonly id: number; readonly title: string }) {
  const rows = await db
    .select({ use: digitalSolutionAppsTable, app: digitalAppsTable })
    .from(digitalSolutionAppsTable)
    .innerJoin(digitalAppsTable, eq(digitalAppsTable.id, digitalSolutionAppsTable.appId))
    .where(and(eq(digitalSolutionAppsTable.solutionId, solution.id), isPublished(digitalAppsTable)))
    .orderBy(asc(digitalSolutionAppsTable.sort), asc(digitalSolutionAppsTable.id))
  return rows.map(({ use, app }) => presentUse(use, app, solution))
}

export const digitalSolution: Handler<typeof digitalCalls.digitalSolution> = async ({ solutionId }, { db }) => {
  const [row] = await db
    .select()
    .from(digitalSolutionsTable)
    .where(and(eq(digitalSolutionsTable.id, solutionId), isPublished(digitalSolutionsTable)))
  if (row === undefined) throw new CallFailed('notFound')
  const { title, audience, summary, pains, steps, results, sample } = row
  const own = await getUses(db, row)
  return { solutionId, title, audience, summary, pains, steps, results, sample, appCount: own.length, uses: own }
}

export const digitalSolutionApp: Handler<typeof digitalCalls.digitalSolutionApp> = async ({ useId }, { db }) => {
  const [row] = await db
    .select({ use: digitalSolutionAppsTable, app: digitalAppsTable, solution: digitalSolutionsTable })
    .from(digitalSolutionAppsTable)
    .innerJoin(digitalAppsTable, eq(digitalAppsTable.id, digitalSolutionAppsTable.appId))
    .innerJoin(digitalSolutionsTable, eq(digitalSolutionsTable.id, digitalSolutionAppsTable.solutionId))
    .where(
      and(eq(digitalSolutionAppsTable.id, useId), isPublished(digitalAppsTable), isPublished(digitalSolutionsTable)),
    )
  if (row === undefined) throw new CallFailed('notFound')
  const { use, app, solution } = row
  const others = (await getUses(db, solution)).filter((other) => other.useId !== useId)
  return { ...presentUse(use, app, solution), before: use.before, after: use.after, steps: use.steps, others }
}
