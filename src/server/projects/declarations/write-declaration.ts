import { eq } from 'drizzle-orm'
import type { DeclarationInput } from '../../../contract/projects/declaration-form.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects, type DeclarationFile } from '../../../db/tables/declarations.ts'
import { validateDeclaration } from '../../../domain/projects/validate-declaration.ts'
import {
  submissionDeadline,
  type DeclarationStatus,
  isDeclarationReturned,
} from '../../../domain/projects/declaration-states.ts'
import type { Member } from '../../handler.ts'
import { assertCertified } from '../../session/authorise.ts'
import type { ProjectRecord } from './declaration-rows.ts'
import { ownFiles } from '../../platform/files/files.ts'
import { isEntryPublished } from '../../../domain/content/entries/entry-states.ts'

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
