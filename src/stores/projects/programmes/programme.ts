import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { Uploaded } from '../../../contract/operations/files.ts'
import type { Programme, ProgrammeCandidate, ProgrammeCandidateKind } from '../../../contract/projects/programmes.ts'
import {
  programmeLimits,
  type ProgrammeEvent,
  type ProgrammeItemKind,
  type ProgrammeRole,
} from '../../../domain/projects/programmes.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createUrlQuery } from '../../url-query.ts'

export const programmeTabs = ['overview', 'demands', 'orders', 'files', 'conversations', 'members'] as const
export type ProgrammeTab = (typeof programmeTabs)[number]
export const parseProgrammeTab = (given: URLSearchParams): ProgrammeTab =>
  programmeTabs.find((tab) => tab === given.get('tab')) ?? 'overview'

const address = createUrlQuery<{ readonly tab: ProgrammeTab }>(
  (given) => ({ tab: parseProgrammeTab(given) }),
  ({ tab }) => ({ ...Object.fromEntries(new URLSearchParams(location.search)), tab }),
)
/** Section of the page, in the address. */
export const programmeQuery = address.query
export const openProgrammeTab = (tab: ProgrammeTab): void => address.set({ tab })

const part = loadable<Programme>()
/** The programme of the page. */
export const programme: ReadableAtom<Loaded<Programme>> = part.state
let shownId: number | null = null

export async function loadProgramme(): Promise<void> {
  const programmeId = shownId
  if (programmeId !== null) await part.load(() => api.projects.programme({ programmeId }))
}

/** Opens a programme with the section of the address. Returns the stop function. */
export function startProgramme(programmeId: number): () => void {
  if (shownId !== programmeId) {
    part.reset()
    programmeUploads.setFiles([])
  }
  shownId = programmeId
  void loadProgramme()
  return address.start(() => undefined)
}

/** Shows a programme that a call answered. */
const showProgramme = (content: Programme): void => {
  if (content.programmeId === shownId) part.show(content)
}

/** Sends a change of the shown programme and shows its answer. Returns the failure, if any. */
async function change(send: (programmeId: number) => Promise<Answer<Programme>>): Promise<Failure | null> {
  const programmeId = shownId
  if (programmeId === null) return null
  const answer = await send(programmeId)
  if (answer.ok) {
    showProgramme(answer.content)
    return null
  }
  void loadProgramme()
  return answer.failure
}

export const moveProgramme = (event: ProgrammeEvent, version: number): Promise<Failure | null> =>
  change((programmeId) => api.projects.programmeMove({ programmeId, event, version }))

export const saveMember = (userId: number, role: ProgrammeRole): Promise<Failure | null> =>
  change((programmeId) => api.projects.programmeMemberSave({ programmeId, userId, role }))

/** Removes a member, or leaves; then the programme may no longer exist for the person. */
export async function removeMember(userId: number): Promise<Failure | null> {
  const programmeId = shownId
  if (programmeId === null) return null
  const answer = await api.projects.programmeMemberRemove({ programmeId, userId })
  await loadProgramme()
  return answer.ok ? null : answer.failure
}

/** Moves a demand or order into the shown programme, or out of it. */
export async function setItem(kind: ProgrammeItemKind, itemId: number, into: boolean): Promise<Failure | null> {
  const programmeId = shownId
  if (programmeId === null) return null
  const move = into ? { from: null, programmeId } : { from: programmeId, programmeId: null }
  const answer = await api.projects.programmeItemSave({ kind, itemId, ...move })
  await loadProgramme()
  return answer.ok ? null : answer.failure
}

export const setConversation = (conversationId: number, linked: boolean): Promise<Failure | null> =>
  change((programmeId) =>
    linked
      ? api.projects.programmeConversationSave({ programmeId, conversationId })
      : api.projects.programmeConversationRemove({ programmeId, conversationId }),
  )

export const renameFile = (fileId: string, name: string): Promise<Failure | null> =>
  change((programmeId) => api.projects.programmeFileRename({ programmeId, fileId, name }))
export const removeFile = (fileId: string): Promise<Failure | null> =>
  change((programmeId) => api.projects.programmeFileRemove({ programmeId, fileId }))

/** Why an uploaded file was not put into the programme. */
export const uploadFailure = atom<Failure | null>(null)
export const programmeUploads = createUploads('programme', {
  maxFiles: programmeLimits.file,
  onReady: (file) => void addFile(file),
})
async function addFile({ fileId }: Uploaded): Promise<void> {
  uploadFailure.set(await change((programmeId) => api.projects.programmeFileSave({ programmeId, fileId })))
  for (const item of programmeUploads.items.get())
    if (item.at === 'ready' && item.file.fileId === fileId) programmeUploads.remove(item.id)
}

/** Adds a note, once however often it is sent. */
export async function addNote(text: string): Promise<Failure | null> {
  const programmeId = shownId
  if (programmeId === null) return null
  const name = `programme-note:${programmeId}:${text}`
  const answer = await api.projects.programmeNote({ programmeId, text }, { idempotencyKey: getIdempotencyKey(name) })
  if (answer.ok || answer.failure.code !== 0) clearIdempotencyKey(name)
  await loadProgramme()
  return answer.ok ? null : answer.failure
}

export const downloadOrders = (): Promise<Failure | null> =>
  exportSheet('programme', () => api.projects.programmeSheet({ programmeId: shownId ?? 0 }))

const candidatePart = loadable<readonly ProgrammeCandidate[]>()
/** What the picker offers. */
export const candidates: ReadableAtom<Loaded<readonly ProgrammeCandidate[]>> = candidatePart.state
export const findCandidates = (kind: ProgrammeCandidateKind, keyword: string, fresh = false): Promise<void> =>
  candidatePart.load(async () => {
    const answer = await api.projects.programmeCandidates({ programmeId: shownId ?? 0, kind, keyword })
    return answer.ok ? { ok: true, content: answer.content.data } : answer
  }, fresh)
