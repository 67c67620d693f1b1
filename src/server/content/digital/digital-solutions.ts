import { and, asc, count, eq, ilike, or } from 'drizzle-orm'
import type { digitalCalls } from '../../../contract/content/digital.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { digitalApps, digitalSolutionApps as uses, digitalSolutions as solutions } from '../../../db/tables/digital.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isPublished } from '../published.ts'
import { presentUse } from './present.ts'

export const digitalSolutions: Handler<typeof digitalCalls.digitalSolutions> = async ({ keyword }, { db }) => {
  const part = likePattern(keyword)
  const found =
    keyword === ''
      ? undefined
      : or(ilike(solutions.title, part), ilike(solutions.summary, part), ilike(solutions.audience, part))
  const rows = await db
    .select()
    .from(solutions)
    .where(and(isPublished(solutions), found))
    .orderBy(asc(solutions.sort), asc(solutions.id))
    .limit(100)
  const counts = await db
    .select({ id: uses.solutionId, count: count() })
    .from(uses)
    .innerJoin(digitalApps, and(eq(digitalApps.id, uses.appId), isPublished(digitalApps)))
    .groupBy(uses.solutionId)
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
    .select({ use: uses, app: digitalApps })
    .from(uses)
    .innerJoin(digitalApps, eq(digitalApps.id, uses.appId))
    .where(and(eq(uses.solutionId, solution.id), isPublished(digitalApps)))
    .orderBy(asc(uses.sort), asc(uses.id))
  return rows.map(({ use, app }) => presentUse(use, app, solution))
}

export const digitalSolution: Handler<typeof digitalCalls.digitalSolution> = async ({ solutionId }, { db }) => {
  const [row] = await db
    .select()
    .from(solutions)
    .where(and(eq(solutions.id, solutionId), isPublished(solutions)))
  if (row === undefined) throw new CallFailed('notFound')
  const { title, audience, summary, pains, steps, results, sample } = row
  const own = await getUses(db, row)
  return { solutionId, title, audience, summary, pains, steps, results, sample, appCount: own.length, uses: own }
}

export const digitalSolutionApp: Handler<typeof digitalCalls.digitalSolutionApp> = async ({ useId }, { db }) => {
  const [row] = await db
    .select({ use: uses, app: digitalApps, solution: solutions })
    .from(uses)
    .innerJoin(digitalApps, eq(digitalApps.id, uses.appId))
    .innerJoin(solutions, eq(solutions.id, uses.solutionId))
    .where(and(eq(uses.id, useId), isPublished(digitalApps), isPublished(solutions)))
  if (row === undefined) throw new CallFailed('notFound')
  const { use, app, solution } = row
  const others = (await getUses(db, solution)).filter((other) => other.useId !== useId)
  return { ...presentUse(use, app, solution), before: use.before, after: use.after, steps: use.steps, others }
}
