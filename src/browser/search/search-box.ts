import { boxKinds, keywordOf, type BoxKind } from '../../domain/shell/search.ts'
import { reportSearch, saveSearch } from '../../stores/search/search-report.ts'
import { reportOpened, saveOpened } from '../../stores/search/search-choices.ts'
import { renderedUrl } from '../../stores/rendered-url.ts'

/** Synchronises the search boxes of the page, switches the search type in place, shows the sticky box. */
export function startSearchBoxes(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-search]')]
  for (const form of forms) startSearchForm(form)
  for (const link of document.querySelectorAll<HTMLElement>('a[data-search-word]')) {
    link.addEventListener('click', () => saveSearch(kindOf(link) ?? 'service', link.dataset['searchWord'] ?? ''))
  }
  startStickySearch()
  void reportSearch().then(reportOpened)
  startChoices()
  renderedUrl.listen((shown = '') => {
    void reportSearch()
    for (const form of forms) showKeyword(form, new URL(shown, location.href))
  })
}

/** Notes which listing of the results of a keyword is opened; its page reports it. */
function startChoices(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main article a[href]') : null
    const [kind, id] = link?.closest('article')?.querySelector<HTMLElement>('[data-mark]')?.dataset['mark']?.split(':') ?? [] // prettier-ignore
    const keyword = keywordOf(new URL(location.href))
    if (link === null || keyword === '' || (kind !== 'service' && kind !== 'product')) return
    saveOpened({ kind: kind === 'product' ? 'goods' : kind, keyword, listingId: Number(id), path: link.pathname + link.search }) // prettier-ignore
  })
}

/** Shows the keyword of the current address in the box. */
function showKeyword(form: HTMLFormElement, shown: URL): void {
  const input = form.querySelector<HTMLInputElement>('input[name="keyword"]')
  if (input === null || new URL(form.action).pathname !== shown.pathname) return
  input.value = keywordOf(shown)
  form.dispatchEvent(new Event('search-keyword'))
}

function startSearchForm(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name="keyword"]')
  const clear = form.querySelector<HTMLAnchorElement>('[data-search-clear]')
  if (input === null) return
  const show = () => clear?.toggleAttribute('hidden', input.value === '')
  input.addEventListener('input', () => {
    show()
    copyKeyword(form, input.value)
  })
  form.addEventListener('search-keyword', show)
  clear?.addEventListener('click', (event) => {
    event.preventDefault()
    input.value = ''
    input.dispatchEvent(new Event('input'))
    input.focus()
  })
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-search-kind]')) {
    button.addEventListener('click', (event) => {
      event.preventDefault()
      chooseKind(form, button)
      input.focus()
    })
  }
  form.querySelector<HTMLSelectElement>('[data-search-target]')?.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) form.action = target.value
  })
  startSuggestionsOnFocus(form, input)
  // Back and forward restore what was typed after this ran.
  window.addEventListener('pageshow', show)
  show()
}

/** Current search type of the box; undefined for the search within a shop. */
const kindOf = (part: HTMLElement): BoxKind | undefined => boxKinds.find((kind) => kind === part.dataset['kind'])

/** Records searches, and loads the suggestions on focus. */
function startSuggestionsOnFocus(form: HTMLFormElement, input: HTMLInputElement): void {
  if (kindOf(form) === undefined) return
  const kind = () => kindOf(form) ?? 'service'
  form.addEventListener('submit', () => saveSearch(kind(), input.value))
  const load = async () => {
    const { startSuggestions } = await import('./suggestions.ts')
    startSuggestions({ form, input, kind })
  }
  input.addEventListener('focus', () => void load(), { once: true })
  if (document.activeElement === input) void load()
}

function chooseKind(form: HTMLFormElement, chosen: HTMLButtonElement): void {
  const word = chosen.dataset['searchKind'] ?? ''
  form.action = chosen.formAction
  form.dataset['kind'] = chosen.dataset['kind'] ?? ''
  form.dispatchEvent(new Event('search-kind'))
  for (const button of form.querySelectorAll('[data-search-kind]')) {
    button.setAttribute('aria-pressed', String(button === chosen))
  }
  const input = form.querySelector<HTMLInputElement>('input[name="keyword"]')
  if (input !== null) input.placeholder = chosen.dataset['placeholder'] ?? ''
  const shown = form.querySelector('[data-search-shown]')
  if (shown === null) return
  shown.textContent = word
  shown.parentElement?.setAttribute('aria-label', `搜索类型：${word}`)
  shown.closest('details')?.removeAttribute('open')
}

/** Copies the keyword between header and sticky box. The search within a shop is separate. */
function copyKeyword(from: HTMLFormElement, keyword: string): void {
  if (from.querySelector('[data-search-target]') !== null) return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    const input = form.querySelector<HTMLInputElement>('input[name="keyword"]')
    if (form === from || input === null || form.querySelector('[data-search-target]') !== null) continue
    input.value = keyword
    form.dispatchEvent(new Event('search-keyword'))
  }
}

function startStickySearch(): void {
  const bar = document.querySelector<HTMLElement>('[data-sticky-search]')
  if (bar === null) return
  const from = Number(bar.dataset['stickySearch'])
  let waiting = false
  const place = () => {
    waiting = false
    // Not hidden while it has the focus.
    bar.hidden = window.scrollY <= from && !bar.contains(document.activeElement)
  }
  window.addEventListener(
    'scroll',
    () => {
      if (!waiting) requestAnimationFrame(place)
      waiting = true
    },
    { passive: true },
  )
  place()
}
