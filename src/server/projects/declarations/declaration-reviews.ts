import { and, asc, count, desc, eq, ilike, isNotNull, or } from 'drizzle-orm'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { presentDeclaration, loadDeclaration } from './declaration-rows.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { links } from '../../../domain/links.ts'
import { declarationTransitions, revisionDays } from '../../../domain/projects/declaration-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/** Condition: submitted at least once; drafts are visible to their company only. */
const isSubmitted = isNotNull(declarations.submittedAt)

export const declarationReviews: Handler<typeof declarationsCalls.declarationReviews> = async (
  input,
  { caller, db },
) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const keywordCondition =
    keyword === ''
      ? undefined
      : or(
          ilike(declarations.title, part),
          ilike(declarations.declarationNo, part),
          ilike(govProjects.title, part),
          ilike(companies.name, part),
        )
  const found = and(isSubmitted, keywordCondition)
  const byStatus = await db
    .select({ status: declarations.status, count: count() })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .innerJoin(companies, eq(companies.id, declarations.companyId))
    .where(found)
    .groupBy(declarations.status)
  const rows = await db
    .select({
      declaration: declarations,
      project: govProjects,
      companyName: companies.name,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .innerJoin(companies, eq(companies.id, declarations.companyId))
    .leftJoin(users, eq(users.id, declarations.reviewerId))
    .where(and(found, status === undefined ? undefined : eq(declarations.status, status)))
    .orderBy(
      desc(eq(declarations.status, 'submitted')),
      desc(eq(declarations.status, 'in_review')),
      asc(declarations.submittedAt),
      asc(declarations.id),
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
  const { content, companyName, reviewerName, declaration } = await loadDeclaration(db, declarationId, isSubmitted)
  return { ...content, companyName, reviewerName, mine: declaration.reviewerId === caller.userId }
}

/** Reviews a declaration under a row lock, so that only one operator can take it. */
export const declarationReview: Handler<typeof declarationsCalls.declarationReview> = (input, context) => {
  const { caller, db, note } = context
  const { declarationId, event, reason } = input
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(declarations).where(eq(declarations.id, declarationId)).for('update')
    if (row === undefined || row.submittedAt === null) throw new CallFailed('notFound')
    if (row.version !== input.version) throw new CallFailed('conflict')
    const to = nextState(declarationTransitions, row.status, event, 'operator')
    if (to === undefined || (event !== 'take' && row.reviewerId !== caller.userId))
      throw new CallFailed('stepNotAllowed')
    const version = row.version + 1
    const decided = event === 'take' ? { reviewerId: caller.userId } : { reason, reviewedAt: new Date() }
    await tx
      .update(declarations)
      .set({ status: to, version, updatedAt: new Date(), ...decided })
      .where(and(eq(declarations.id, declarationId), eq(declarations.status, row.status)))
    const step = { event, fromStatus: row.status, toStatus: to, userId: caller.userId, reason }
    await recordSteps(tx, [{ entity: 'declaration', entityId: declarationId, ...step }])
    const people = (await recipientsWithPermission(tx, [row.companyId], 'declaration_query')).get(row.companyId) ?? []
    await notify(tx, context, 'declaration.moved', people, {
      title: `项目申报 ${row.declarationNo} ${eventTexts[event].title}`,
      text: `${row.title}${eventTexts[event].text}${reason === '' ? '' : `原因：${reason}`}`,
      path: links.buyerDeclaration(declarationId),
    })
    const subject = { kind: 'declaration', id: declarationId, companyIds: [row.companyId] } as const
    note(`${row.declarationNo}，${eventTexts[event].title}`, subject)
    return { declarationId, status: to, version }
  })
}

const eventTexts = {
  take: { title: '已开始审核', text: '已开始审核，结果会在这里告知。' },
  return: { title: '退回修改', text: `需要修改，请在截止前或 ${revisionDays} 天内重新提交。` },
  accept: { title: '已受理', text: '已通过形式审核并受理，平台将按主管部门的要求推荐。' },
  reject: { title: '不予受理', text: '未予受理。' },
} as const
