import { promptLogin, session } from '../../stores/accounts/session.ts'

const root = document.querySelector<HTMLElement>('[data-chat-entry]')
/** Loaded when somebody opens the chat or is signed in: every public page carries only the listener below. */
const chat = () => import('./open-chat.ts')

/** Pages and shell ask for the chat by the event `portal:chat`; its detail names whom (stores/chat/chat-target.ts). */
function listen(root: HTMLElement): void {
  document.addEventListener('portal:chat', (event) => {
    // Tells the link that asked that it need not lead to the chat page.
    event.preventDefault()
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
    const open = () => void chat().then(({ openChatIn }) => openChatIn(root, detail))
    if (session.get().at === 'in') open()
    else promptLogin(open)
  })
}

/** Unread badges of signed-in users, loaded when the page is idle. Visitors load nothing. */
function syncUnread(): void {
  const start = () => void chat().then(({ startChatSync }) => startChatSync())
  const stop = session.subscribe((now) => {
    if (now.at === 'out') return
    queueMicrotask(() => stop())
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 5000 })
    else setTimeout(start, 2000)
  })
}

// The chat pages contain the chat themselves.
if (root !== null && document.querySelector('[data-chat-page]') === null) {
  listen(root)
  syncUnread()
}
