import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** What of a class is this person's. */
export interface OwnClass {
  readonly booked: boolean
  readonly favourite: boolean
  readonly isHost: boolean
  readonly seconds: number
  readonly points: number
  readonly balance: number
  /** People who booked, where an answer told. */
  readonly count?: number
}

/** Null while nobody is signed in, or nothing is known. */
export const ownClass = atom<OwnClass | null>(null)
export const forgetOwn = (): void => ownClass.set(null)

/** Reads it; without a line the page stays as it was drawn. */
export async function loadOwn(classId: number): Promise<void> {
  const answer = await quietApi.live.ownClass({ classId })
  if (answer.ok) ownClass.set(answer.content)
}

let sending = false
export type ClassMark = 'booked' | 'favourite'
const words: Record<ClassMark, readonly [on: string, off: string]> = {
  booked: ['已预约，开课前 15 分钟提醒您', '已取消预约'],
  favourite: ['已收藏，可在“收藏课程”中查看', '已取消收藏'],
}

/** Books or keeps the class, or no longer; one at a time. Answers the sentence to say, undefined where there is none. */
export async function mark(
  classId: number,
  which: ClassMark,
  on: boolean,
): Promise<{ good: boolean; say: string } | undefined> {
  if (sending) return undefined
  sending = true
  const call = which === 'booked' ? api.live.classBook : api.live.classFavourite
  const answer = await call({ classId, on })
  sending = false
  if (!answer.ok) {
    const { code, message } = answer.failure
    return code === 0 || isSessionOver(code) ? undefined : { good: false, say: message }
  }
  const before = ownClass.get()
  const { count } = answer.content
  if (before !== null) ownClass.set({ ...before, [which]: on, ...(which === 'booked' ? { count } : {}) })
  return { good: true, say: words[which][on ? 0 : 1] }
}
