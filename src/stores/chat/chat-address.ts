import { conversations, loadConversations } from './conversations.ts'
import { backToList, openConversation, room } from './room.ts'

const name = 'talk'
/** The conversation that the address names; null = the list, or whom else its query asks for. */
export const talkOf = (search: string): number | null => {
  const id = Number(new URLSearchParams(search).get(name) ?? Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const shownTalk = (): number | null => room.get().entry?.conversationId ?? null

/** How many openings are under way: until the last one is done the address leads the room, not the room the address. */
let opening = 0

/** Opens what the address names: after a reload, and after back or forward. */
export async function openTalk(): Promise<void> {
  const [id, before] = [talkOf(location.search), shownTalk()]
  if (id === before) return
  if (id === null) return backToList()
  opening += 1
  await loadConversations()
  // Whoever has chosen or gone on meanwhile stays there.
  if (shownTalk() === before && talkOf(location.search) === id) openConversation(id)
  opening -= 1
  if (conversations.get().at === 'ready') write()
}

/** Marks a step that was made from the list: going back one leads there, also after a reload. */
const fromList = 'fromList'

function write(): void {
  if (opening > 0) return
  const { visible, entry } = room.get()
  const [id, now] = [shownTalk(), talkOf(location.search)]
  // Whoever is signed out finds the same conversation after the login.
  if (!visible || id === now || (entry !== null && id === null)) return
  const place = id === null ? location.pathname : `${location.pathname}?${name}=${id}`
  if (id !== null && now === null) history.pushState(fromList, '', place)
  else if (id === null && history.state === fromList) history.back()
  else history.replaceState(history.state, '', place)
}

/** Keeps the open conversation of /chat in its address, a step after the list, so that back leads to the list. */
export function followAddress(): () => void {
  const moved = () => void openTalk()
  const stop = room.listen(write)
  addEventListener('popstate', moved)
  return () => {
    stop()
    removeEventListener('popstate', moved)
  }
}
