import { askLogin, session } from '../../stores/accounts/session.ts'

const place = document.querySelector<HTMLElement>('[data-chat-entry]')
let mounted: Promise<(detail: unknown) => Promise<void>> | undefined

const refreshStubs = { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type }

/** React and the room, once. */
function load(root: HTMLElement) {
  mounted ??= (async () => {
    // Vite's development build of React expects these on pages that Astro has given no island.
    if (import.meta.env.DEV && !('$RefreshSig$' in globalThis)) Object.assign(globalThis, refreshStubs)
    const [{ mountChat }, { openChat, setHotline }, { startLive }] = await Promise.all([
      import('../../islands/chat/mount.tsx'),
      import('../../stores/chat/room.ts'),
      import('../../stores/chat/live.ts'),
    ])
    setHotline({ number: root.dataset['hotline'] ?? '', hours: root.dataset['hours'] ?? '' })
    startLive()
    mountChat(root)
    return openChat
  })()
  return mounted
}

/** Pages and shell ask for the chat by the event `portal:chat`; its detail names whom (stores/chat/target.ts). */
function listen(root: HTMLElement): void {
  document.addEventListener('portal:chat', (event) => {
    // Tells the link that asked that it need not lead to the chat page.
    event.preventDefault()
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
    const open = () => void load(root).then((openChat) => openChat(detail))
    if (session.get().at === 'in') open()
    else askLogin(open)
  })
}

/** Unread badges for who is signed in, after the page has done everything else. Visitors load nothing. */
function keepInStep(): void {
  const start = () => void import('../../stores/chat/live.ts').then(({ startLive }) => startLive())
  const stop = session.subscribe((now) => {
    if (now.at === 'out') return
    queueMicrotask(() => stop())
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 5000 })
    else setTimeout(start, 2000)
  })
}

// The chat's own pages have the room in them and no place for a second one.
if (place !== null && document.querySelector('[data-chat-page]') === null) {
  listen(place)
  keepInStep()
}
