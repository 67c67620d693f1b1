import { ago } from '../../domain/time.ts'
import { watchMessages } from '../../stores/chat/unread-messages.ts'
import { node } from './node.ts'

/** The count of messages, and the newest five below the word in the top bar when somebody looks there. */
export function startMessages(): void {
  watchMessages()
  const place = document.querySelector<HTMLElement>('[data-newest-messages]')
  const menu = place?.closest<HTMLElement>('[data-hover-menu]')
  if (place == null || menu == null) return
  let drawn: Promise<() => Promise<void>> | undefined
  const look = () => {
    drawn ??= start(place)
    void drawn.then((load) => load())
  }
  menu.addEventListener('pointerenter', look)
  menu.addEventListener('focusin', (event) => {
    if (!(event.relatedTarget instanceof Node && menu.contains(event.relatedTarget))) look()
  })
}

const lineClass = 'flex min-h-9 items-center px-3 py-2 text-ink-3'

async function start(place: HTMLElement): Promise<() => Promise<void>> {
  const { loadNewest, newestMessages, readNewest } = await import('../../stores/chat/newest-messages.ts')
  newestMessages.subscribe((now) => {
    place.classList.remove('hidden')
    if (now.at === 'loading') place.replaceChildren(node('p', lineClass, '加载中…'))
    else if (now.at === 'failed') place.replaceChildren(node('p', lineClass, '消息没有读到，请稍后再看'))
    else if (now.content.length === 0) place.replaceChildren(node('p', lineClass, '还没有消息'))
    else {
      place.replaceChildren(
        ...now.content.map(({ recordId, title, path, read, at }) => {
          const link = node('a', 'flex items-baseline gap-2 rounded-md px-3 py-2 hover:bg-surface-2')
          link.href = path
          const dot = node('span', `size-1.5 shrink-0 self-center rounded-full ${read ? '' : 'bg-bad'}`)
          const words = node('span', `min-w-0 flex-1 truncate ${read ? 'text-ink-2' : 'font-medium'}`, title)
          const time = node('time', 'shrink-0 text-xs text-ink-3', ago(at, new Date().toISOString()))
          time.dateTime = at
          link.append(dot, words, ...(read ? [] : [node('span', 'sr-only', '，未读')]), time)
          link.addEventListener('click', () => void readNewest(recordId))
          return link
        }),
      )
    }
  })
  return loadNewest
}
