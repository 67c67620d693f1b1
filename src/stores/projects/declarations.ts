import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DeclarationRow, GovProject, GovProjectRow } from '../../contract/projects/declarations.ts'
import { declarationStatuses, type DeclarationStatus } from '../../domain/projects/declaration-states.ts'
import { projectFields, type ProjectField } from '../../domain/projects/government-projects.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

export const pageSize = 20

interface OwnPage {
  readonly total: number
  readonly data: readonly DeclarationRow[]
  readonly counts: Readonly<Partial<Record<DeclarationStatus, number>>>
}
const ownAddress = listAddress(declarationStatuses)
const ownPage = loadable<OwnPage>()
/** What the own company declared. */
export const own = { query: ownAddress.query, state: ownPage.state, choose: ownAddress.set }
export async function loadOwn(): Promise<void> {
  const now = ownAddress.query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await ownPage.load(() =>
    api.projects.projectDeclarations({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const startOwn = (): (() => void) => ownAddress.start(() => void loadOwn())

interface ProjectPage {
  readonly total: number
  readonly data: readonly GovProjectRow[]
}
const projectAddress = listAddress<ProjectField>(projectFields, { tab: 'project' })
const projectPage = loadable<ProjectPage>()
/** What can be declared for. The field stands in the address as `status`, as every list's filter does. */
export const projects = { query: projectAddress.query, state: projectPage.state, choose: projectAddress.set }
export async function loadProjects(): Promise<void> {
  const now = projectAddress.query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await projectPage.load(() =>
    api.projects.govProjects({ keyword, current, pageSize, ...(status === undefined ? {} : { field: status }) }),
  )
}
export const startProjects = (): (() => void) => projectAddress.start(() => void loadProjects())

const projectPart = loadable<GovProject>()
/** One call for projects. */
export const project = projectPart.state
export const loadProject = (projectId: number): Promise<void> =>
  projectPart.load(() => api.projects.govProject({ projectId }))

/** The declaration that is asked about before it is withdrawn. */
export interface Cancelling {
  readonly row: Pick<DeclarationRow, 'declarationId' | 'declarationNo'>
  readonly reason: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const cancelling = atom<Cancelling | null>(null)
export const askCancel = (row: Cancelling['row']): void =>
  cancelling.set({ row, reason: '', sending: false, failure: null })
export function setReason(reason: string): void {
  const now = cancelling.get()
  if (now !== null && !now.sending) cancelling.set({ ...now, reason })
}
export function dropCancel(): void {
  if (cancelling.get()?.sending !== true) cancelling.set(null)
}
/** Withdraws the declaration that was asked about. True when it is withdrawn. */
export async function confirmCancel(): Promise<boolean> {
  const now = cancelling.get()
  if (now === null || now.sending) return false
  cancelling.set({ ...now, sending: true, failure: null })
  const { declarationId } = now.row
  const answer = await api.projects.projectCancel({ declarationId, reason: now.reason.trim() })
  cancelling.set(answer.ok ? null : { ...now, sending: false, failure: answer.failure })
  return answer.ok
}
