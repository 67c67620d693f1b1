import { atom } from 'nanostores'
import { quietApi } from '../../../client/browser.ts'
import type { SupportCase } from '../../../contract/chat/support.ts'
import { loadable } from '../../loadable.ts'
import { ownUserId } from '../participants.ts'
import { handOverCase } from './support-console.ts'

interface Agent {
  readonly userId: number
  readonly name: string
  readonly present: boolean
  readonly open: number
}

/** Option value: return the case to the queue. */
export const unassigned = 0

/** State of the hand-over dialog. `to`: an agent, `unassigned`, or null = not chosen yet. */
export const handOverDialog = atom<{
  readonly supportCase: SupportCase
  readonly to: number | null
  readonly note: string
  readonly fault: string
} | null>(null)

const list = loadable<readonly Agent[]>()
/** The other agents: present ones first. */
export const agents = list.state

export function openHandOver(supportCase: SupportCase): void {
  handOverDialog.set({ supportCase, to: null, note: '', fault: '' })
  void loadAgents()
}
export const loadAgents = (): Promise<void> =>
  list.load(async () => {
    const answer = await quietApi.chat.supportAgents({})
    if (!answer.ok) return answer
    const others = answer.content.filter(({ userId }) => userId !== ownUserId())
    // Those who are there and have the fewest visitors first.
    return {
      ok: true,
      content: others.toSorted((a, b) => Number(b.present) - Number(a.present) || a.open - b.open),
    }
  })
export const closeHandOver = (): void => handOverDialog.set(null)
export function setHandOver(part: { readonly to?: number; readonly note?: string }): void {
  const now = handOverDialog.get()
  if (now !== null) handOverDialog.set({ ...now, ...part, fault: part.to === undefined ? now.fault : '' })
}

/** Hands the case over; true on success. On failure the dialog stays open. */
export async function submitHandOver(): Promise<boolean> {
  const now = handOverDialog.get()
  if (now === null) return false
  if (now.to === null) {
    handOverDialog.set({ ...now, fault: '请选择转接给谁' })
    return false
  }
  const done = await handOverCase(now.supportCase.caseId, now.to === unassigned ? null : now.to, now.note.trim())
  if (done) handOverDialog.set(null)
  return done
}
