import { and, count, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { programmesCalls } from '../../../contract/projects/programmes.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { programmeConversations, programmeFiles } from '../../../db/tables/programmes.ts'
import { shownName } from '../../../domain/chat/phrases.ts'
import { renameFile } from '../../../domain/operations/file-name.ts'
import { getOwnConversation } from '../../chat/own-conversations.ts'
import { getProfiles } from '../../chat/profiles.ts'
import type { Caller, Handler, Member } from '../../handler.ts'
import { ownFiles, storageKeysOf, type FileRow } from '../../platform/files/files.ts'
import {
  assertRoom,
  findProgramme,
  lockActiveProgramme,
  recordEntry,
} from '../../projects/programmes/programme-access.ts'
import { mayChangeOf, presentProgramme } from './present-programme.ts'

export const programmeFileSave: Handler<typeof programmesCalls.programmeFileSave> = (
  { programmeId, fileId },
  { caller, db, note },
) =>
  db.transaction(async (tx) => {
    const { row } = await lockActiveProgramme(tx, caller, programmeId, 'member')
    const file = (await ownFiles(tx, [fileId], caller, 'programme')).get(fileId)
    if (file?.userId !== caller.userId) throw new CallFailed('notFound')
    const [all] = await tx
      .select({ found: count() })
      .from(programmeFiles)
      .where(eq(programmeFiles.programmeId, programmeId))
    const [added] = await tx
      .insert(programmeFiles)
      .values({ fileId, programmeId, userId: caller.userId })
      .onConflictDoNothing()
      .returning()
    if (added !== undefined) {
      assertRoom(all?.found ?? 0, 'file')
      await recordEntry(tx, caller, programmeId, 'add-file', file.name)
    }
    note(row.code)
    return presentProgramme(tx, caller, programmeId)
  })

/** A file of a locked programme that the caller may change. Throws notFound, programmeRole, programmeClosed. */
async function getChangeableFile(tx: Db, caller: Member, programmeId: number, fileId: string) {
  const { row, role } = await lockActiveProgramme(tx, caller, programmeId, 'member')
  const [found] = await tx
    .select({ name: files.name, userId: programmeFiles.userId })
    .from(programmeFiles)
    .innerJoin(files, eq(files.id, programmeFiles.fileId))
    .where(and(eq(programmeFiles.fileId, fileId), eq(programmeFiles.programmeId, programmeId)))
  if (found === undefined) throw new CallFailed('notFound')
  if (!mayChangeOf(role, found.userId, caller)) throw new CallFailed('programmeRole')
  return { code: row.code, name: found.name }
}

export const programmeFileRename: Handler<typeof programmesCalls.programmeFileRename> = (input, { caller, db }) =>
  db.transaction(async (tx) => {
    const { programmeId, fileId } = input
    const { name: before } = await getChangeableFile(tx, caller, programmeId, fileId)
    const name = renameFile(before, input.name)
    if (name !== before) {
      await tx.update(files).set({ name }).where(eq(files.id, fileId))
      await recordEntry(tx, caller, programmeId, 'rename-file', `${before} → ${name}`)
    }
    return presentProgramme(tx, caller, programmeId)
  })

/** Deletes the file at once: nobody opens it again, who uploaded it neither. Its bytes follow after the commit. */
export const programmeFileRemove: Handler<typeof programmesCalls.programmeFileRemove> = (
  { programmeId, fileId },
  { caller, db, providers, after, note },
) =>
  db.transaction(async (tx) => {
    const { code, name } = await getChangeableFile(tx, caller, programmeId, fileId)
    await tx.delete(programmeFiles).where(eq(programmeFiles.fileId, fileId))
    const [removed] = await tx.delete(files).where(eq(files.id, fileId)).returning()
    // Bytes that stay after a failure are swept as bytes without a row.
    for (const key of removed === undefined ? [] : storageKeysOf(removed)) after(() => providers.storage.remove(key))
    await recordEntry(tx, caller, programmeId, 'remove-file', name)
    note(code)
    return presentProgramme(tx, caller, programmeId)
  })

/** Whether the caller may open a file of a programme: its readers now; before it is in one, who uploaded it. */
export async function canOpenProgrammeFile(db: Db, file: FileRow, caller: Caller): Promise<boolean> {
  const { companyId } = caller
  if (companyId === null) return false
  const [place] = await db
    .select({ programmeId: programmeFiles.programmeId })
    .from(programmeFiles)
    .where(eq(programmeFiles.fileId, file.id))
  if (place === undefined) return file.userId === caller.userId && file.companyId === companyId
  return (await findProgramme(db, { ...caller, companyId }, place.programmeId)) !== undefined
}

export const programmeConversationSave: Handler<typeof programmesCalls.programmeConversationSave> = (
  { programmeId, conversationId },
  { caller, db },
) =>
  db.transaction(async (tx) => {
    await lockActiveProgramme(tx, caller, programmeId, 'member')
    const { other } = await getOwnConversation(tx, caller, conversationId)
    const [all] = await tx
      .select({ found: count() })
      .from(programmeConversations)
      .where(eq(programmeConversations.programmeId, programmeId))
    const [added] = await tx
      .insert(programmeConversations)
      .values({ programmeId, conversationId, userId: caller.userId, otherParty: other })
      .onConflictDoNothing()
      .returning()
    if (added !== undefined) {
      assertRoom(all?.found ?? 0, 'conversation')
      await recordEntry(tx, caller, programmeId, 'add-conversation', await nameOfParty(tx, other))
    }
    return presentProgramme(tx, caller, programmeId)
  })

const nameOfParty = async (tx: Db, party: string): Promise<string> =>
  shownName((await getProfiles(tx, [party])).get(party)?.name ?? '')

export const programmeConversationRemove: Handler<typeof programmesCalls.programmeConversationRemove> = (
  { programmeId, conversationId },
  { caller, db },
) =>
  db.transaction(async (tx) => {
    const { role } = await lockActiveProgramme(tx, caller, programmeId, 'member')
    const link = and(
      eq(programmeConversations.programmeId, programmeId),
      eq(programmeConversations.conversationId, conversationId),
    )
    const [found] = await tx.select().from(programmeConversations).where(link)
    if (found === undefined) throw new CallFailed('notFound')
    if (!mayChangeOf(role, found.userId, caller)) throw new CallFailed('programmeRole')
    await tx.delete(programmeConversations).where(link)
    await recordEntry(tx, caller, programmeId, 'remove-conversation', await nameOfParty(tx, found.otherParty))
    return presentProgramme(tx, caller, programmeId)
  })

export const programmeNote: Handler<typeof programmesCalls.programmeNote> = async (
  { programmeId, text },
  { caller, db },
) => {
  await lockActiveProgramme(db, caller, programmeId, 'member')
  await recordEntry(db, caller, programmeId, 'note', text)
  return {}
}
