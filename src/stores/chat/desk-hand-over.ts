import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { DeskCase } from '../../contract/chat/desk.ts'
import { loadable } from '../loaded.ts'
import { ownId } from './sides.ts'
import { handOver } from './desk.ts'

interface Agent {
  readonly userId: number
  readonly name: string
  readonly present: boolean
  readonly open: number
}

/** Back to whoever takes the visitor next. */
export const toNobody = 0

/** The visit that is being handed over, and what is typed. `to`: an agent, `toNobody`, or null = not chosen yet. */
export const handing = atom<{
  readonly visit: DeskCase
  readonly to: number | null
  readonly note: string
  readonly fault: string
} | null>(null)

const list = loadable<readonly Agent[]>()
/** The other agents. */
export const agents = list.state

export function askHandOver(visit: DeskCase): void {
  handing.set({ visit, to: null, note: '', fault: '' })
  void loadAgents()
}
export const loadAgents = (): Promise<void> =>
  list.load(async () => {
    const answer = await quietApi.chat.deskAgents({})
    return answer.ok ? { ...answer, content: answer.content.filter(({ userId }) => userId !== ownId()) } : answer
  })
export const dismissHandOver = (): void => handing.set(null)
export function change(part: { readonly to?: number; readonly note?: string }): void {
  const now = handing.get()
  if (now !== null) handing.set({ ...now, ...part, fault: part.to === undefined ? now.fault : '' })
}

/** True when it was handed over; refused, the dialog stays with what was typed. */
export async function sendHandOver(): Promise<boolean> {
  const now = handing.get()
  if (now === null) return false
  if (now.to === null) {
    handing.set({ ...now, fault: '请选择转接给谁' })
    return false
  }
  const done = await handOver(now.visit.caseId, now.to === toNobody ? null : now.to, now.note.trim())
  if (done) handing.set(null)
  return done
}
