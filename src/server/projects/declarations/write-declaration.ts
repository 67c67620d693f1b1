import { eq } from 'drizzle-orm'
import type { DeclarationInput } from '../../../contract/projects/declaration-form.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects, type DeclarationFile } from '../../../db/tables/declarations.ts'
import { declarationFaults } from '../../../domain/projects/declaration-faults.ts'
import { submitUntil, type DeclarationStatus } from '../../../domain/projects/declaration-states.ts'
import type { Member } from '../../handler.ts'
import { ownFiles } from '../../operations/public.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import type { ProjectRecord } from './declaration-rows.ts'

export async function projectOf(db: Db, projectId: number): Promise<ProjectRecord> {
  const [project] = await db.select().from(govProjects).where(eq(govProjects.id, projectId))
  if (project === undefined) throw new CallFailed('notFound')
  return project
}

/** A call that is shown to companies; one that was withdrawn is found by what was declared for it alone. */
export async function openProjectOf(db: Db, projectId: number): Promise<ProjectRecord> {
  const project = await projectOf(db, projectId)
  if (project.status !== 'published') throw new CallFailed('notFound')
  return project
}

/** Columns out of a form. Files must be the caller's own uploads; throws invalidInput at those that are not. */
export async function declarationColumns(tx: Db, input: DeclarationInput, caller: Member) {
  const { title, summary, contactName, contactMobile, amount, ownFunds, startOn, endOn } = input
  return {
    ...{ title, summary, contactName, contactMobile, amount, ownFunds, startOn, endOn },
    files: await filesOf(tx, input.fileIds, caller),
    updatedAt: new Date(),
  }
}

async function filesOf(tx: Db, ids: readonly string[], caller: Member): Promise<DeclarationFile[]> {
  const own = await ownFiles(tx, ids, caller, 'attachment')
  const faults = ids.flatMap((id, at) =>
    own.has(id) ? [] : [{ field: `fileIds.${at}`, message: '材料不存在，请移除后重新上传' }],
  )
  if (faults.length > 0) throw fieldFailed(...faults)
  return [...new Set(ids)].flatMap((id) => {
    const file = own.get(id)
    return file === undefined ? [] : [{ fileId: id, name: file.name, size: file.size }]
  })
}

/** What a submit must meet: a certified company, a call that is open, a form that is whole. */
export function mustBeComplete(
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
  mustBeCertified(caller)
  const now = new Date()
  const until = before === null ? project.deadline : submitUntil({ ...before, deadline: project.deadline })
  const isMending = before?.status === 'returned'
  if (project.status !== 'published' && !isMending) throw new CallFailed('declarationClosed')
  if (now < project.startsAt || now > until) throw new CallFailed('declarationClosed')
  const faults = declarationFaults({ ...input, fileCount: input.fileIds.length }, project)
  if (faults.length > 0) throw fieldFailed(...faults)
}
