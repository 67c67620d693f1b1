import { searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { countSearch, searchSent } from '../../stores/search/searched.ts'

/** Keeps every search box of the page alike, lets a type be chosen without leaving, and shows the sticky one. */
export function startSearch(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-search]')]
  for (const form of forms) startForm(form)
  for (const link of document.querySelectorAll<HTMLElement>('a[data-search-word]')) {
    link.addEventListener('click', () => searchSent(kindOf(link) ?? 'service', link.dataset['searchWord'] ?? ''))
  }
  startSticky()
  void countSearch()
}

function startForm(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name="keyword"]')
  const clear = form.querySelector<HTMLAnchorElement>('[data-search-clear]')
  if (input === null) return
  const show = () => clear?.toggleAttribute('hidden', input.value === '')
  input.addEventListener('input', () => {
    show()
    copyTo(form, input.value)
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
  startOwn(form, input)
  // Back and forward restore what was typed after this ran.
  window.addEventListener('pageshow', show)
  show()
}

/** What the box searches for now; undefined for the box of a shop, whose words lead elsewhere. */
const kindOf = (part: HTMLElement): SearchKind | undefined => searchKinds.find((kind) => kind === part.dataset['kind'])

/** Keeps what is searched for, and loads the suggestions when somebody enters the box. */
function startOwn(form: HTMLFormElement, input: HTMLInputElement): void {
  if (kindOf(form) === undefined) return
  const kind = () => kindOf(form) ?? 'service'
  form.addEventListener('submit', () => searchSent(kind(), input.value))
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

/** The header's box and the sticky one hold the same words. The box of a shop searches elsewhere and stands apart. */
function copyTo(from: HTMLFormElement, keyword: string): void {
  if (from.querySelector('[data-search-target]') !== null) return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    const input = form.querySelector<HTMLInputElement>('input[name="keyword"]')
    if (form === from || input === null || form.querySelector('[data-search-target]') !== null) continue
    input.value = keyword
    form.dispatchEvent(new Event('search-keyword'))
  }
}

function startSticky(): void {
  const bar = document.querySelector<HTMLElement>('[data-sticky-search]')
  if (bar === null) return
  const from = Number(bar.dataset['stickySearch'])
  let waiting = false
  const place = () => {
    waiting = false
    // Never taken away from under someone who is typing in it.
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
