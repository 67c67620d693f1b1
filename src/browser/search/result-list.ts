import { onFirstInteraction } from '../shell/on-first-interaction.ts'

/** Milliseconds a click waits for the island before normal navigation. */
const maxWaitMs = 3000
/** Address of the server-rendered list; the URL may change before the island is loaded. */
const initialAddress = location.pathname + location.search

let loading: ReturnType<typeof importIsland> | undefined
const importIsland = () => import('../../islands/search/mount-results.tsx')
/** Loads the island. Links and forms are the fallback, so a failed load must not reload the page (see shell.ts). */
function loadIsland() {
  const { dataset } = document.documentElement
  dataset['hasFallback'] = ''
  return (loading ??= importIsland().finally(() => {
    delete dataset['hasFallback']
    loading = undefined
  }))
}

async function withIsland(act: (results: Awaited<ReturnType<typeof mountIsland>>) => unknown): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, maxWaitMs))
  act(await Promise.race([mountIsland(), late]))
}

let hasMounted = false
async function mountIsland() {
  hasMounted = true
  return (await loadIsland()).mountResults(initialAddress)
}

function openAddress(address: URL): void {
  const { pathname, search } = address
  withIsland((results) => results.openAddress(pathname + search)).catch(() => location.assign(pathname + search))
}

/** Whether a URL is this list, with any conditions. */
const isSameList = (address: URL) => address.origin === location.origin && address.pathname === location.pathname

function onClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a, a[data-search-word]') : null
  // Anchors and new windows are left to the browser.
  if (link === null || link.target !== '' || link.getAttribute('href')?.startsWith('#') !== false) return
  const address = new URL(link.href)
  if (!isSameList(address)) return
  event.preventDefault()
  openAddress(address)
}

function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return
  const goal = submitter instanceof HTMLButtonElement && submitter.hasAttribute('formaction') ? submitter : undefined
  const address = new URL(goal?.formAction ?? form.action)
  if (!isSameList(address)) return
  event.preventDefault()
  const given = [...new FormData(form, submitter)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  address.search = new URLSearchParams(given).toString()
  openAddress(address)
}

/**
 * Result pages work by links and plain forms. From the first click on, an island opens their lists without a reload; it
 * comes as soon as the visitor does anything.
 */
if (document.querySelector('main[data-results]') !== null) {
  onFirstInteraction(() => void loadIsland().catch(() => undefined))
  document.addEventListener('click', onClick)
  document.addEventListener('submit', onSubmit)
  addEventListener('popstate', () => {
    // Once mounted, the island handles it; before, only the anchor may have changed.
    if (hasMounted || initialAddress === location.pathname + location.search) return
    withIsland((results) => results.follow()).catch(() => location.reload())
  })
}
