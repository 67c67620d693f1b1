import { type BoxKind, normalizeKeyword, searchLink, searchTypes } from '../../domain/shell/search.ts'
import {
  closeSuggestions,
  removeOwnSearches,
  markChoice,
  markedChoice,
  searchBox,
  suggestFor,
  type SearchBox,
  type SearchChoice,
} from '../../stores/search/suggestions.ts'
import { isComposing } from '../../ui/form/ime.ts'
import { createElement } from '../shell/create-element.ts'
import { saveSearch } from '../../stores/search/search-report.ts'

/** Suggestions, with delete buttons for history entries outside the listbox, which may hold options only. */
function renderChoices(
  { choices, marked, kind, keyword }: Extract<SearchBox, { at: 'open' }>,
  choose: (choice: SearchChoice) => void,
  isHistory: boolean,
): HTMLElement {
  const list = createElement('div', 'min-w-0 flex-1')
  list.id = 'search-choices'
  list.role = 'listbox'
  list.ariaLabel = isHistory ? '搜索历史' : '搜索建议'
  list.append(
    ...choices.flatMap((choice, at) => {
      const option = createElement(
        'div',
        `flex h-9 cursor-pointer items-center gap-3 px-4 max-desk:h-11 hover:bg-surface-2 ${at === marked ? 'bg-accent-soft' : ''}`,
      )
      option.id = `search-choice-${at}`
      option.role = 'option'
      option.ariaSelected = String(at === marked)
      option.append(termWithMatch(choice.term, keyword))
      const note = choice.isOwn && !isHistory ? '搜过' : choice.note
      if (note !== '') option.append(createElement('span', 'max-w-1/2 truncate text-sm text-ink-3', note))
      if (choice.hits !== null) {
        option.append(
          createElement(
            'span',
            'text-sm text-ink-3 tabular-nums',
            `约 ${choice.hits}${choice.hits >= 1000 ? '+' : ''} 条`,
          ),
        )
      }
      option.addEventListener('click', () => choose(choice))
      const isFirstOfKind = kind === 'all' && !choice.isOwn && choices[at - 1]?.kind !== choice.kind
      if (!isFirstOfKind) return [option]
      // Says for screen readers too what the next options are: an option may not stand outside of the list.
      option.setAttribute('aria-description', searchTypes[choice.kind].label)
      const heading = createElement('p', 'px-4 pt-2 text-xs leading-6 text-ink-3', searchTypes[choice.kind].label)
      heading.ariaHidden = 'true'
      return [heading, option]
    }),
  )
  if (!isHistory) return list
  const deleteButtons = createElement('div', 'shrink-0 pr-2')
  deleteButtons.append(
    ...choices.map(({ term, isOwn }) => {
      const place = createElement('div', 'grid h-9 place-items-center max-desk:h-11')
      if (isOwn) place.append(textButton('×', `删除搜索历史 ${term}`, () => removeOwnSearches(term)))
      return place
    }),
  )
  const row = createElement('div', 'flex')
  row.append(list, deleteButtons)
  return row
}

/** A term with what was typed of it in the accent colour. */
function termWithMatch(term: string, typed: string): HTMLElement {
  const shown = createElement('span', 'min-w-0 flex-1 truncate')
  const start = typed === '' ? -1 : term.toLowerCase().indexOf(normalizeKeyword(typed).toLowerCase())
  if (start < 0) {
    shown.textContent = term
    return shown
  }
  const end = start + normalizeKeyword(typed).length
  shown.append(term.slice(0, start), createElement('mark', 'bg-transparent font-medium text-accent', term.slice(start, end)), term.slice(end)) // prettier-ignore
  return shown
}

/** Links to hot search words. */
function renderHotWords(box: Extract<SearchBox, { at: 'open' }>): HTMLElement {
  const row = createElement('div', 'flex flex-wrap gap-2 px-4 pt-1 pb-2')
  row.append(
    ...box.hotWords.slice(0, 8).map((word) => {
      const link = document.createElement('a')
      link.href = searchLink(box.kind, word)
      link.className =
        'inline-flex h-8 items-center rounded-md bg-surface-2 px-3 text-sm text-ink-2 max-desk:h-11 hover:text-accent'
      link.textContent = word
      link.addEventListener('click', () => saveSearch(box.kind, word))
      return link
    }),
  )
  return row
}

/** Heading of a panel section, with an optional action. */
function renderHeading(title: string, action?: HTMLElement): HTMLElement {
  const head = createElement('div', 'flex h-8 items-center justify-between pr-2 pl-4 max-desk:h-11')
  head.append(createElement('p', 'text-xs text-ink-3', title), ...(action === undefined ? [] : [action]))
  return head
}

/** A small button; `label` is its accessible name. */
function textButton(word: string, label: string, act: () => void): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className =
    'h-8 min-w-8 rounded-md px-2 text-sm text-ink-3 max-desk:h-11 max-desk:min-w-11 hover:bg-surface-2 hover:text-ink'
  made.textContent = word
  made.ariaLabel = label
  made.addEventListener('click', act)
  return made
}

/** A search form with its input and its current search type. */
export interface SuggestionForm {
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly kind: () => BoxKind
}

let activeForm: SuggestionForm | undefined
let panel: HTMLElement | undefined

searchBox.subscribe((box) => render(box))

/** Adds suggestions to a focused search box, following the ARIA combobox pattern. */
export function startSuggestions(form: SuggestionForm): void {
  const { input, kind } = form
  const open = () => {
    activeForm = form
    suggestFor(kind(), input.value)
  }
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  // Ignore unfinished IME input.
  input.addEventListener('input', (event) => (event instanceof InputEvent && event.isComposing) || open())
  input.addEventListener('compositionend', open)
  input.addEventListener('focus', open)
  input.addEventListener('click', () => searchBox.get().at === 'closed' && open())
  input.addEventListener('keydown', (event) => onKey(event, form, open))
  form.form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.form.contains(relatedTarget))) closeSuggestions()
  })
  form.form.addEventListener('search-kind', open)
  // Type selector and suggestions overlap: only one may be open.
  const selector = form.form.querySelector('details')
  selector?.addEventListener('toggle', () => selector.open && closeSuggestions())
  window.addEventListener('scroll', () => closeWhenCovered(form), { passive: true })
  if (document.activeElement === input) open()
}

/** Closes the suggestions of a box that is scrolled out of view, below the sticky bar. */
function closeWhenCovered({ form }: SuggestionForm): void {
  if (activeForm?.form !== form || searchBox.get().at === 'closed') return
  if (form.getBoundingClientRect().bottom < 0) closeSuggestions()
}

function onKey(event: KeyboardEvent, form: SuggestionForm, open: () => void): void {
  if (isComposing(event)) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (searchBox.get().at === 'closed') open()
    else markChoice(event.key === 'ArrowDown' ? 1 : -1)
    return
  }
  if (event.key === 'Escape' && searchBox.get().at === 'open') {
    event.preventDefault()
    event.stopPropagation()
    closeSuggestions()
    return
  }
  const marked = markedChoice()
  if (marked === undefined) return
  if (event.key === 'Enter') {
    event.preventDefault()
    submitChoice(form, marked)
  } else if (event.key === 'Delete' && marked.isOwn) {
    event.preventDefault()
    removeOwnSearches(marked.term)
  }
}

/** Searches a choice; a suggestion of one type in a search of everything leads to the list of its type. */
function submitChoice({ form, input, kind }: SuggestionForm, choice: SearchChoice): void {
  input.value = choice.term
  closeSuggestions()
  if (choice.kind === kind()) {
    form.requestSubmit()
    return
  }
  saveSearch(choice.kind, choice.term)
  location.assign(searchLink(choice.kind, choice.term))
}

function render(box: SearchBox): void {
  if (activeForm === undefined) return
  const now = activeForm
  const { form, input } = now
  if (panel?.parentElement !== form) panel?.remove()
  const empty = box.at === 'closed' || (box.choices.length === 0 && box.hotWords.length === 0)
  // Hot words are links, not options of the combobox.
  input.setAttribute('aria-expanded', String(box.at === 'open' && box.choices.length > 0))
  input.removeAttribute('aria-controls')
  input.removeAttribute('aria-activedescendant')
  if (empty) {
    panel?.remove()
    panel = undefined
    return
  }
  panel ??= newPanel()
  const hasOwn = box.keyword === '' && box.choices.length > 0
  panel.replaceChildren(
    ...(hasOwn
      ? [
          renderHeading(
            '搜索历史',
            textButton('清空', '清空搜索历史', () => removeOwnSearches()),
          ),
        ]
      : []),
    ...(box.choices.length > 0 ? [renderChoices(box, (choice) => submitChoice(now, choice), hasOwn)] : []),
    ...(box.hotWords.length > 0 ? [renderHeading('热门搜索'), renderHotWords(box)] : []),
  )
  if (panel.parentElement !== form) form.append(panel)
  if (box.choices.length > 0) input.setAttribute('aria-controls', 'search-choices')
  if (box.marked >= 0) {
    input.setAttribute('aria-activedescendant', `search-choice-${box.marked}`)
    document.getElementById(`search-choice-${box.marked}`)?.scrollIntoView({ block: 'nearest' })
  }
}

function newPanel(): HTMLElement {
  const made = createElement(
    'div',
    'absolute inset-x-0 top-full z-30 mt-1 max-h-[70vh] overflow-y-auto rounded-lg bg-surface py-2 text-base shadow-pop',
  )
  // Keep the focus in the input.
  made.addEventListener('pointerdown', (event) => event.preventDefault())
  return made
}
