import { asking, askLogin, counts, session, signOut, watchSession } from '../../stores/accounts/session.ts'
import { loginLinks } from '../../domain/login-links.ts'
import { maskName } from '../../domain/masks.ts'
import { onClientEvent } from '../../client/events.ts'
import { openDialog } from './dialogs.ts'
import { say } from './say.ts'

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector)

/** Draws what depends on the person. Public pages come from a cache and know nobody. */
export function startPerson(): void {
  watchSession()
  session.subscribe((now) => {
    const user = now.at === 'in' ? now.user : undefined
    for (const part of all('[data-when]')) part.hidden = part.dataset['when'] !== now.at
    for (const part of all('[data-operator]')) part.hidden = user?.isOperator !== true
    for (const name of all('[data-user-name]')) {
      name.textContent = user === undefined ? '--' : user.realName ? maskName(user.realName) : user.loginName
    }
    for (const link of all('[data-seller-link]')) sellerWord(link, user?.isSaler ?? false)
  })
  counts.subscribe((now) => {
    for (const badge of all('[data-count]')) {
      const count = badge.dataset['count'] === 'cart' ? now.cart : now.messages + now.notices
      badge.hidden = count === 0
      const text = badge.querySelector('[data-count-text]')
      if (text !== null) text.textContent = count > 99 ? '99+' : String(count)
    }
  })
  startLater()
  onClientEvent((event) => event.is === 'transportFailed' && say(event.message))
  startLinks()
}

let questions: Promise<void> | undefined
/** The notice and the login over the page, as the session store asks for them. */
const startQuestions = () => (questions ??= import('./login-questions.ts').then((module) => module.startQuestions()))

/**
 * What a visitor does not need: the questions come with the first one that is asked, and for whoever is signed in
 * while the line is good; the counts of cart and messages come with whoever may have some.
 */
function startLater(): void {
  asking.subscribe(({ at }) => at !== 'nothing' && void startQuestions())
  const stop = session.subscribe((now) => {
    if (now.at === 'out') return
    queueMicrotask(() => stop())
    void startQuestions()
    void import('../../stores/orders/cart-count.ts').then(({ watchCartCount }) => watchCartCount())
    void import('./messages.ts').then(({ startMessages }) => startMessages())
  })
}

/** 我要成为供应商 is what the server wrote; a seller reads the other word. */
function sellerWord(link: HTMLElement, isSaler: boolean): void {
  const [seller, other] = [link.dataset['sellerLink'] ?? '', (link.dataset['buyerWord'] ??= link.textContent.trim())]
  link.textContent = isSaler ? seller : other
}

function startLinks(): void {
  const here = loginLinks.login(location.pathname + location.search)
  const onLogin = location.pathname.startsWith('/login/')
  for (const link of all('a[data-login]')) if (!onLogin) link.setAttribute('href', here)
  for (const button of all('[data-logout]')) button.addEventListener('click', () => openDialog('logout'))
  for (const button of all('[data-logout-confirm]')) button.addEventListener('click', () => void signOut())
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target.closest<HTMLAnchorElement>('a[data-needs-login]')
    if (link !== null && session.get().at === 'out') {
      event.preventDefault()
      // The login leads to where the link does; a link that opens the chat is carried out where it stands.
      const place = link.dataset['chatWith'] === undefined ? link.pathname + link.search : undefined
      askLogin(() => link.click(), place)
      return
    }
    const chat = event.target.closest<HTMLElement>('[data-chat-with]')
    if (chat !== null) openChat(chat, event)
  })
}

/** Asks the chat overlay to open. Where nobody listens, the link leads to the chat page. */
function openChat(from: HTMLElement, event: Event): void {
  if (session.get().at === 'out') {
    event.preventDefault()
    return askLogin(() => from.click())
  }
  const opened = !document.dispatchEvent(
    new CustomEvent('portal:chat', { cancelable: true, detail: { ...from.dataset, with: from.dataset['chatWith'] } }),
  )
  if (opened) event.preventDefault()
}
