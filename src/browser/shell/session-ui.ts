import { loginPrompt, promptLogin, counts, session, signOut, watchSession } from '../../stores/accounts/session.ts'
import { loginLinks } from '../../domain/login-links.ts'
import { renderedUrl } from '../../stores/rendered-url.ts'
import { onClientEvent } from '../../client/events.ts'
import { openDialog } from './dialogs.ts'
import { showToast } from './toast.ts'

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector)

/** Renders what depends on the user; public pages come from a cache shared by all visitors. */
export function startSessionUi(): void {
  watchSession()
  session.subscribe((now) => {
    const user = now.at === 'in' ? now.user : undefined
    for (const part of all('[data-when]')) part.hidden = part.dataset['when'] !== now.at
    for (const part of all('[data-operator]')) part.hidden = user?.isOperator !== true
    for (const name of all('[data-user-name]')) {
      name.textContent = user === undefined ? '--' : user.realName || user.loginName
    }
    for (const link of all('[data-seller-link]')) setSellerLinkText(link, user?.isSaler ?? false)
  })
  counts.subscribe((now) => {
    for (const badge of all('[data-count]')) {
      const count = badge.dataset['count'] === 'cart' ? now.cart : now.messages + now.notices
      badge.hidden = count === 0
      const text = badge.querySelector('[data-count-text]')
      if (text !== null) text.textContent = count > 99 ? '99+' : String(count)
    }
  })
  startDeferred()
  onClientEvent((event) => event.is === 'transportFailed' && showToast(event.message))
  startSessionLinks()
}

let accessDialogs: Promise<void> | undefined
/** Loads the access and login dialogs. */
const startAccessDialogs = () =>
  (accessDialogs ??= import('../accounts/access-dialogs.ts').then((module) => module.startAccessDialogs()))

/**
 * Loads on demand: the dialogs when first requested, or at once for signed-in users; cart and message counts for
 * signed-in users.
 */
function startDeferred(): void {
  loginPrompt.subscribe(({ at }) => at !== 'nothing' && void startAccessDialogs())
  const stop = session.subscribe((now) => {
    if (now.at === 'out') return
    queueMicrotask(() => stop())
    void startAccessDialogs()
    void import('../../stores/orders/cart/cart-count.ts').then(({ watchCartCount }) => watchCartCount())
    void import('../chat/newest-messages.ts').then(({ startNewestMessages }) => startNewestMessages())
  })
}

/** The server renders 我要成为供应商; suppliers get the other label. */
function setSellerLinkText(link: HTMLElement, isSaler: boolean): void {
  const [seller, other] = [link.dataset['sellerLink'] ?? '', (link.dataset['buyerWord'] ??= link.textContent.trim())]
  link.textContent = isSaler ? seller : other
}

function startSessionLinks(): void {
  renderedUrl.subscribe((shown = location.pathname + location.search) => {
    if (location.pathname.startsWith('/login/')) return
    for (const link of all('a[data-login]')) link.setAttribute('href', loginLinks.login(shown))
  })
  for (const button of all('[data-logout]')) button.addEventListener('click', () => openDialog('logout'))
  for (const button of all('[data-logout-confirm]')) button.addEventListener('click', () => void signOut())
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target.closest<HTMLAnchorElement>('a[data-needs-login]')
    if (link !== null && session.get().at === 'out') {
      event.preventDefault()
      // The login continues to the link's target; a chat link is clicked again on this page.
      const place = link.dataset['chatWith'] === undefined ? link.pathname + link.search : undefined
      promptLogin(() => link.click(), place)
      return
    }
    const chat = event.target.closest<HTMLElement>('[data-chat-with]')
    if (chat !== null) openChat(chat, event)
  })
}

/** Opens the chat overlay. Without a listener the link leads to the chat page. */
function openChat(from: HTMLElement, event: Event): void {
  if (session.get().at === 'out') {
    event.preventDefault()
    return promptLogin(() => from.click())
  }
  const opened = !document.dispatchEvent(
    new CustomEvent('portal:chat', { cancelable: true, detail: { ...from.dataset, with: from.dataset['chatWith'] } }),
  )
  if (opened) event.preventDefault()
}
