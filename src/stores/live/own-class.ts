import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** The user's own data of a class. */
export interface OwnClass {
  readonly booked: boolean
  readonly favourite: boolean
  readonly isHost: boolean
  readonly seconds: number
  readonly points: number
  readonly balance: number
  /** Number of bookings, if an answer contained it. */
  readonly count?: number
}

/** Null while signed out or not loaded. */
export const ownClass = atom<OwnClass | null>(null)
export const clearOwnClass = (): void => ownClass.set(null)

/** Bookings and favourites saved since the page was loaded: a read that began before one of them is outdated. */
let changes = 0

/** Loads the user's data. After a network failure the page stays as it was rendered. */
export async function loadOwnClass(classId: number): Promise<void> {
  const changesBefore = changes
  const answer = await quietApi.live.ownClass({ classId })
  if (answer.ok && changes === changesBefore) ownClass.set(answer.content)
}

let isSending = false
export type ClassMark = 'booked' | 'favourite'
const markMessages: Record<ClassMark, readonly [on: string, off: string]> = {
  booked: ['已预约，开课前 15 分钟提醒您', '已取消预约'],
  favourite: ['已收藏，可在“收藏课程”中查看', '已取消收藏'],
}

/** Books, favourites, or undoes either; one request at a time. Returns the toast text, undefined if there is none. */
export async function markClass(
  classId: number,
  which: ClassMark,
  on: boolean,
): Promise<{ good: boolean; say: string } | undefined> {
  if (isSending) return undefined
  isSending = true
  const call = which === 'booked' ? api.live.classBook : api.live.classFavourite
  const answer = await call({ classId, on })
  isSending = false
  if (!answer.ok) {
    const { code, message } = answer.failure
    return code === 0 || isSessionOver(code) ? undefined : { good: false, say: message }
  }
  changes += 1
  const before = ownClass.get()
  const { count } = answer.content
  if (before !== null) ownClass.set({ ...before, [which]: on, ...(which === 'booked' ? { count } : {}) })
  else await loadOwnClass(classId)
  return { good: true, say: markMessages[which][on ? 0 : 1] }
}
