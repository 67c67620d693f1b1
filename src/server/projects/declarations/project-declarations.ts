import { and, count, desc, eq, ilike, isNotNull, ne, or } from 'drizzle-orm'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { presentDeclaration, wholeDeclaration } from './declaration-rows.ts'

export const projectDeclarations: Handler<typeof declarationsCalls.projectDeclarations> = async (
  input,
  { caller, db },
) => {
  const { status, keyword, current, pageSize } = input
  const part = anywhere(keyword)
  const named =
    keyword === ''
      ? undefined
      : or(ilike(declarations.title, part), ilike(declarations.declarationNo, part), ilike(govProjects.title, part))
  // A draft that was deleted was seen by nobody else; its record stays for the log alone.
  const kept = or(ne(declarations.status, 'cancelled'), isNotNull(declarations.submittedAt))
  const found = and(eq(declarations.companyId, caller.companyId), kept, named)
  const byStatus = await db
    .select({ status: declarations.status, count: count() })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .where(found)
    .groupBy(declarations.status)
  const rows = await db
    .select({ declaration: declarations, project: govProjects })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .where(and(found, status === undefined ? undefined : eq(declarations.status, status)))
    .orderBy(desc(declarations.updatedAt), desc(declarations.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(byStatus, status),
    data: rows.map(({ declaration, project }) => presentDeclaration(declaration, project)),
  }
}

export const projectDetail: Handler<typeof declarationsCalls.projectDetail> = async (
  { declarationId },
  { caller, db },
) => (await wholeDeclaration(db, declarationId, eq(declarations.companyId, caller.companyId))).content
