import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import type { UnreadMessages } from '../../contract/chat/message-centre.ts'
import { counts, session } from '../accounts/session.ts'
import { onTold } from '../operations/told.ts'

/** Unread messages of the centre, as the tabs of this browser know them. */
const kept = persistentAtom<number>('messageCount', 0, {
  encode: String,
  decode: (text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0),
})
/** By kind and group; undefined until something is known. */
export const unreadMessages = atom<UnreadMessages | undefined>(undefined)

/** Several notices within so many milliseconds are one reading. */
const pause = 300
let timer: ReturnType<typeof setTimeout> | undefined
/** Answers that told the count, so that one asked for before overwrites none. */
let answers = 0
let drawnFor: number | undefined
let watching = false

/** What an answer or another tab told. */
export function setUnread(unread: UnreadMessages): void {
  answers += 1
  unreadMessages.set(unread)
  kept.set(unread.total)
}

/** Reads the counts anew; where that fails what was known stays. */
export async function readUnread(): Promise<void> {
  const asked = answers
  const { quietApi } = await import('../../client/browser.ts')
  const answer = await quietApi.chat.recordsUnread({})
  if (answer.ok && asked === answers && session.get().at === 'in') setUnread(answer.content)
}

function readSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void readUnread(), pause)
}

/** Once a page: the badges follow the message centre, over tabs and devices. */
export function watchMessages(): void {
  if (watching) return
  watching = true
  kept.subscribe((count) => counts.setKey('notices', count))
  session.subscribe((now) => {
    const userId = now.at === 'in' ? now.user.userId : undefined
    if (userId === undefined) {
      unreadMessages.set(undefined)
      if (kept.get() !== 0) kept.set(0)
    } else if (userId !== drawnFor) void readUnread()
    drawnFor = userId
  })
  onTold((heard) => {
    if (heard.kind === 'centre') setUnread(heard.unread)
    else if (heard.kind !== 'desk') readSoon()
  })
}
