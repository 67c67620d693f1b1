import { and, asc, count, eq, ilike, notInArray, or, sql } from 'drizzle-orm'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { presentProject } from './declaration-rows.ts'
import { getPublishedProject } from './write-declaration.ts'

/** Open projects first, nearest deadline on top; then upcoming, then closed ones. */
const order = [
  sql`case when ${govProjects.deadline} < now() then 2 when ${govProjects.startsAt} > now() then 1 else 0 end`,
  sql`case when ${govProjects.deadline} < now() then null else ${govProjects.deadline} end asc nulls last`,
  sql`${govProjects.deadline} desc`,
  asc(govProjects.id),
]

export const govProjectsHandler: Handler<typeof declarationsCalls.govProjects> = async (input, { db }) => {
  const { field, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found = and(
    eq(govProjects.status, 'published'),
    keyword === ''
      ? undefined
      : or(ilike(govProjects.title, part), ilike(govProjects.authority, part), ilike(govProjects.summary, part)),
    field === undefined ? undefined : eq(govProjects.field, field),
  )
  const [counted] = await db.select({ count: count() }).from(govProjects).where(found)
  const rows = await db
    .select()
    .from(govProjects)
    .where(found)
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const now = new Date()
  return { total: counted?.count ?? 0, data: rows.map((row) => presentProject(row, now)) }
}

export const govProject: Handler<typeof declarationsCalls.govProject> = async ({ projectId }, { caller, db }) => {
  const project = await getPublishedProject(db, projectId)
  const [own] =
    caller.companyId === null
      ? []
      : await db
          .select({ id: declarations.id })
          .from(declarations)
          .where(
            and(
              eq(declarations.companyId, caller.companyId),
              eq(declarations.projectId, projectId),
              notInArray(declarations.status, ['rejected', 'cancelled']),
            ),
          )
  const { supportWay, conditions, materials } = project
  return { ...presentProject(project, new Date()), supportWay, conditions, materials, declarationId: own?.id ?? null }
}
