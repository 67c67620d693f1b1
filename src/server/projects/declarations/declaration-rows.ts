import { and, eq, type SQL } from 'drizzle-orm'
import type { DeclarationRow, GovProjectRow } from '../../../contract/projects/declarations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import { isDeclarationEditable, submissionDeadline } from '../../../domain/projects/declaration-states.ts'
import { projectPhaseAt } from '../../../domain/projects/government-projects.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historyOf } from '../../platform/history/histories.ts'

export type DeclarationRecord = typeof declarations.$inferSelect
export type ProjectRecord = typeof govProjects.$inferSelect

/** A government project as wire object. */
export function presentProject(project: ProjectRecord, now: Date): GovProjectRow {
  const { id, title, authority, level, field, summary, supportMax, startsAt, deadline, sample } = project
  return {
    projectId: id,
    title,
    authority,
    level,
    field,
    summary,
    supportMax,
    sample,
    startsAt: startsAt.toISOString(),
    deadline: deadline.toISOString(),
    phase: projectPhaseAt(project, now),
  }
}

/** A declaration as lists show it. */
export function presentDeclaration(row: DeclarationRecord, project: ProjectRecord): DeclarationRow {
  const { status, reviewedAt } = row
  const until = submissionDeadline({ status, reviewedAt, deadline: project.deadline })
  return {
    declarationId: row.id,
    declarationNo: row.declarationNo,
    projectId: row.projectId,
    projectTitle: project.title,
    authority: project.authority,
    title: row.title,
    amount: row.amount,
    status,
    reason: row.reason,
    deadline: project.deadline.toISOString(),
    submitUntil: isDeclarationEditable(status) ? until.toISOString() : null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Loads a full declaration with company and reviewer names. Throws notFound. */
export async function loadDeclaration(db: Db, declarationId: number, where?: SQL) {
  const [row] = await db
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
    .where(and(eq(declarations.id, declarationId), where))
  if (row === undefined) throw new CallFailed('notFound')
  const { declaration, project } = row
  const { summary, contactName, contactMobile, ownFunds, startOn, endOn, version } = declaration
  const history = await historyOf(db, 'declaration', declarationId, undefined, () => '平台')
  return {
    declaration,
    companyName: row.companyName,
    reviewerName: personName(row),
    content: {
      ...presentDeclaration(declaration, project),
      summary,
      contactName,
      contactMobile,
      ownFunds,
      startOn,
      endOn,
      version,
      files: declaration.files.map((file) => ({ ...file, url: fileUrl({ id: file.fileId, name: file.name }) })),
      project: {
        ...presentProject(project, new Date()),
        supportWay: project.supportWay,
        conditions: project.conditions,
        materials: project.materials,
      },
      history,
    },
  }
}
