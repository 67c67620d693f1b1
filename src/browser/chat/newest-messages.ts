import { ago } from '../../domain/time.ts'
import { watchUnreadMessages } from '../../stores/chat/message-centre/unread-messages.ts'
import { createElement } from '../shell/create-element.ts'

/** Message count, and the newest five messages in the top bar menu, loaded when it opens. */
export function startNewestMessages(): void {
  watchUnreadMessages()
  const place = document.querySelector<HTMLElement>('[data-newest-messages]')
  const menu = place?.closest<HTMLElement>('[data-hover-menu]')
  if (place == null || menu == null) return
  let loader: Promise<() => Promise<void>> | undefined
  const loadOnOpen = () => {
    loader ??= subscribeNewest(place)
    void loader.then((load) => load())
  }
  menu.addEventListener('pointerenter', loadOnOpen)
  menu.addEventListener('focusin', (event) => {
    if (!(event.relatedTarget instanceof Node && menu.contains(event.relatedTarget))) loadOnOpen()
  })
}

const statusClass = 'flex min-h-9 items-center px-3 py-2 text-ink-3'

async function subscribeNewest(place: HTMLElement): Promise<() => Promise<void>> {
  const { loadNewestMessages, newestMessages, markNewestRead } =
    await import('../../stores/chat/message-centre/newest-messages.ts')
  newestMessages.subscribe((now) => {
    place.classList.remove('hidden')
    if (now.at === 'loading') place.replaceChildren(createElement('p', statusClass, '加载中…'))
    else if (now.at === 'failed') place.replaceChildren(createElement('p', statusClass, '消息加载失败，请稍后再看'))
    else if (now.content.length === 0) place.replaceChildren(createElement('p', statusClass, '暂无消息'))
    else {
      place.replaceChildren(
        ...now.content.map(({ recordId, title, path, read, at }) => {
          const link = createElement('a', 'flex items-baseline gap-2 rounded-md px-3 py-2 hover:bg-surface-2')
          link.href = path
          const dot = createElement('span', `size-1.5 shrink-0 self-center rounded-full ${read ? '' : 'bg-bad'}`)
          const words = createElement('span', `min-w-0 flex-1 truncate ${read ? 'text-ink-2' : 'font-medium'}`, title)
          const time = createElement('time', 'shrink-0 text-xs text-ink-3', ago(at, new Date().toISOString()))
          time.dateTime = at
          link.append(dot, words, ...(read ? [] : [createElement('span', 'sr-only', '，未读')]), time)
          link.addEventListener('click', () => void markNewestRead(recordId))
          return link
        }),
      )
    }
  })
  return loadNewestMessages
}
