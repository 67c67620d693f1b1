import { serviceWorkerPath } from '../../domain/shell/stored-names.ts'
import { session } from '../../stores/accounts/session.ts'
import { renderedUrl } from '../../stores/rendered-url.ts'
import { startImeGuard } from '../search/ime-guard.ts'
import { onFirstInteraction } from './on-first-interaction.ts'
import { startSessionUi } from './session-ui.ts'
import { showToast } from './toast.ts'

/** Menu entries that show a toast instead of navigating, and the one that opens the park-service site. */
function startMenuEntries(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-say], [data-leader]') : null
    if (link === null) return
    event.preventDefault()
    const sentence = link.dataset['say']
    if (sentence !== undefined) return showToast(sentence)
    openLeader(link.dataset['leader'] ?? '')
  })
}

/** Opens the window synchronously, or popup blockers would stop it; the ticket is sent afterwards. */
function openLeader(site: string): void {
  if (!URL.canParse(site)) return
  const opened = window.open(site, '_blank')
  if (opened === null) return showToast('浏览器拦截了新窗口，请允许后再试')
  // The site must not navigate this page.
  opened.opener = null
  void Promise.all([import('./industry-leader.ts'), import('../../stores/accounts/leader-ticket.ts')]).then(
    ([{ sendVisitorTicket }, { loadLeaderTicket }]) =>
      sendVisitorTicket(opened, new URL(site).origin, loadLeaderTicket),
  )
}

/**
 * Renders parts below the first screen (`later-*` in styles/parts.css) when the browser is idle, two at a time, so that
 * fast scrolling, printing and screenshots show no blank parts. Without script each part renders as it is scrolled to.
 */
function renderDeferredParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[class*="later-"]')]
  const next = () => {
    for (const part of parts.splice(0, 2)) part.style.contentVisibility = 'visible'
    if (parts.length > 0) soon()
  }
  // Safari has no idle callbacks.
  const soon = () => ('requestIdleCallback' in window ? requestIdleCallback(next, { timeout: 100 }) : setTimeout(next))
  soon()
}

// Pages of an older release request scripts that no longer exist: reload, once a minute at most. Not while offline,
// which would only lose typed values.
addEventListener('vite:preloadError', () => {
  if (!navigator.onLine || 'hasFallback' in document.documentElement.dataset) return
  const last = Number(sessionStorage.getItem('reloadedAt'))
  if (Date.now() - last < 60_000) return
  sessionStorage.setItem('reloadedAt', String(Date.now()))
  location.reload()
})

// Everything works without this file; it adds what CSS and forms cannot.
if (document.querySelector('form[data-search]') !== null) {
  void import('../search/search-box.ts').then(({ startSearchBoxes }) => startSearchBoxes())
}
startImeGuard()
// Menus open by CSS or as details; only their keys need a script.
onFirstInteraction(() => void import('./menus.ts').then(({ startMenus }) => startMenus()))
// What runs in the background costs a visitor who only looks nothing.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  onFirstInteraction(() => void navigator.serviceWorker.register(serviceWorkerPath).catch(() => undefined))
}
startMenuEntries()
startSessionUi()
if (/(?:^|; )(?:__Host-)?viewed=/.test(document.cookie)) {
  void import('../operations/viewing-notice.ts').then(({ showViewingNotice }) => showViewingNotice())
}
renderDeferredParts()
// The login pages show progress in their buttons.
if (!location.pathname.startsWith('/login/')) {
  void import('./page-progress.ts').then(({ startPageProgress }) => startPageProgress())
}
// Loaded once such a button is present; lists may add it later.
const [favouriteButtons, cartButtons] = [whenPresent('button[data-mark]'), whenPresent('[data-join]')]
void favouriteButtons.then(() => import('../catalogue/favourites.ts')).then(({ startFavourites }) => startFavourites())
void cartButtons.then(() => import('../orders/add-to-cart.ts')).then(({ startCartButtons }) => startCartButtons())

// Only members of a company have agreements.
session.subscribe((now) => {
  if (now.at === 'in' && now.user.companyId !== null) void ownTerms()
})

/** Loaded for members of a company where there is a place for it. */
async function ownTerms(): Promise<void> {
  await whenPresent('[data-agreed], button[data-mark^="shop:"]')
  const { showOwnTerms } = await import('../shops/own-terms.ts')
  await showOwnTerms()
}

function whenPresent(selector: string): Promise<void> {
  return new Promise((resolve) => renderedUrl.subscribe(() => document.querySelector(selector) !== null && resolve()))
}
