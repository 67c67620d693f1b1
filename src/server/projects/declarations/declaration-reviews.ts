import { and, asc, count, desc, eq, ilike, isNotNull, or } from 'drizzle-orm'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { presentDeclaration, wholeDeclaration } from './declaration-rows.ts'

/** What was never submitted is its company's alone. */
const submitted = isNotNull(declarations.submittedAt)

export const declarationReviews: Handler<typeof declarationsCalls.declarationReviews> = async (
  input,
  { caller, db },
) => {
  const { status, keyword, current, pageSize } = input
  const part = anywhere(keyword)
  const named =
    keyword === ''
      ? undefined
      : or(
          ...[ilike(declarations.title, part), ilike(declarations.declarationNo, part)],
          ...[ilike(govProjects.title, part), ilike(companies.name, part)],
        )
  const found = and(submitted, named)
  const byStatus = await db
    .select({ status: declarations.status, count: count() })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .innerJoin(companies, eq(companies.id, declarations.companyId))
    .where(found)
    .groupBy(declarations.status)
  const rows = await db
    .select({
      ...{ declaration: declarations, project: govProjects, companyName: companies.name },
      ...{ realName: users.realName, loginName: users.loginName },
    })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .innerJoin(companies, eq(companies.id, declarations.companyId))
    .leftJoin(users, eq(users.id, declarations.reviewerId))
    .where(and(found, status === undefined ? undefined : eq(declarations.status, status)))
    .orderBy(
      ...[desc(eq(declarations.status, 'submitted')), desc(eq(declarations.status, 'in_review'))],
      ...[asc(declarations.submittedAt), asc(declarations.id)],
    )
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(byStatus, status),
    data: rows.map(({ declaration, project, companyName, realName, loginName }) => ({
      ...presentDeclaration(declaration, project),
      companyName,
      reviewerName: personName({ realName, loginName }),
      mine: declaration.reviewerId === caller.userId,
    })),
  }
}

export const declarationReviewDetail: Handler<typeof declarationsCalls.declarationReviewDetail> = async (
  { declarationId },
  { caller, db },
) => {
  const { content, companyName, reviewerName, declaration } = await wholeDeclaration(db, declarationId, submitted)
  return { ...content, companyName, reviewerName, mine: declaration.reviewerId === caller.userId }
}
