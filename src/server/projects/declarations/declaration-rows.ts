import { and, eq, type SQL } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { DeclarationInput } from '../../../contract/projects/declaration-form.ts'
import type { DeclarationRow, GovProjectRow } from '../../../contract/projects/declarations.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { type DeclarationFile, declarations, govProjects } from '../../../db/tables/declarations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { isEntryPublished } from '../../../domain/content/entries/entry-states.ts'
import {
  type DeclarationStatus,
  isDeclarationEditable,
  isDeclarationReturned,
  submissionDeadline,
} from '../../../domain/projects/declaration-states.ts'
import { projectPhaseAt } from '../../../domain/projects/government-projects.ts'
import { validateDeclaration } from '../../../domain/projects/validate-declaration.ts'
import type { Member } from '../../handler.ts'
import { fileUrl, ownFiles } from '../../platform/files/files.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { assertCertified } from '../../session/authorise.ts'

export type DeclarationRecord = typeof declarations.$inferSelect
type ProjectRecord = typeof govProjects.$inferSelect

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

export async function getProject(db: Db, projectId: number): Promise<ProjectRecord> {
  const [project] = await db.select().from(govProjects).where(eq(govProjects.id, projectId))
  if (project === undefined) throw new CallFailed('notFound')
  return project
}

/** Loads a published project; throws notFound for withdrawn ones. */
export async function getPublishedProject(db: Db, projectId: number): Promise<ProjectRecord> {
  const project = await getProject(db, projectId)
  if (!isEntryPublished(project.status)) throw new CallFailed('notFound')
  return project
}

/** Maps form input to columns. Files must be the caller's own uploads; throws invalidInput otherwise. */
export async function declarationColumns(tx: Db, input: DeclarationInput, caller: Member) {
  const { title, summary, contactName, contactMobile, amount, ownFunds, startOn, endOn } = input
  return {
    title,
    summary,
    contactName,
    contactMobile,
    amount,
    ownFunds,
    startOn,
    endOn,
    files: await declarationFiles(tx, input.fileIds, caller),
    updatedAt: new Date(),
  }
}

async function declarationFiles(tx: Db, ids: readonly string[], caller: Member): Promise<DeclarationFile[]> {
  const own = await ownFiles(tx, ids, caller, 'attachment')
  const errors = ids.flatMap((id, at) =>
    own.has(id) ? [] : [{ field: `fileIds.${at}`, message: '材料不存在，请移除后重新上传' }],
  )
  if (errors.length > 0) throw fieldFailed(...errors)
  return [...new Set(ids)].flatMap((id) => {
    const file = own.get(id)
    return file === undefined ? [] : [{ fileId: id, name: file.name, size: file.size }]
  })
}

/** Checks that a declaration can be submitted: certified company, open project, complete form. */
export function assertSubmittable(
  input: DeclarationInput,
  {
    project,
    caller,
    before,
  }: {
    readonly project: ProjectRecord
    readonly caller: Member
    /** Null for a new one. */
    readonly before: { readonly status: DeclarationStatus; readonly reviewedAt: Date | null } | null
  },
): void {
  assertCertified(caller)
  const now = new Date()
  const until = before === null ? project.deadline : submissionDeadline({ ...before, deadline: project.deadline })
  const isRevision = isDeclarationReturned(before?.status)
  if (!isEntryPublished(project.status) && !isRevision) throw new CallFailed('declarationClosed')
  if (now < project.startsAt || now > until) throw new CallFailed('declarationClosed')
  const errors = validateDeclaration({ ...input, fileCount: input.fileIds.length }, project)
  if (errors.length > 0) throw fieldFailed(...errors)
}
