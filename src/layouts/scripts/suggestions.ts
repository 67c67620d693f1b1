import type { SearchKind } from '../../domain/shell/search.ts'
import {
  closeSuggestions,
  forgetChoice,
  markChoice,
  markedChoice,
  searchBox,
  suggestFor,
  type SearchBox,
} from '../../stores/search/suggestions.ts'
import { isComposing } from '../../ui/ime.ts'
import { node } from './node.ts'
import { button, headOf, hotWordsOf, listOf } from './suggestion-parts.ts'

/** What the form hands over: its box, where its search goes now, and how a choice is searched for. */
export interface SuggestingForm {
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly kind: () => SearchKind
}

let shown: SuggestingForm | undefined
let panel: HTMLElement | undefined

searchBox.subscribe((box) => draw(box))

/** Hangs suggestions below a search box that has just been entered: a combobox of the ARIA pattern. */
export function startSuggestions(form: SuggestingForm): void {
  const { input, kind } = form
  const open = () => {
    shown = form
    suggestFor(kind(), input.value)
  }
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  // What an input method is still choosing is nothing to search for.
  input.addEventListener('input', (event) => (event instanceof InputEvent && event.isComposing) || open())
  input.addEventListener('compositionend', open)
  input.addEventListener('focus', open)
  input.addEventListener('click', () => searchBox.get().at === 'closed' && open())
  input.addEventListener('keydown', (event) => onKey(event, form, open))
  form.form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.form.contains(relatedTarget))) closeSuggestions()
  })
  form.form.addEventListener('search-kind', open)
  // The type selector and the suggestions hang from the same box: one of them is open at a time.
  const selector = form.form.querySelector('details')
  selector?.addEventListener('toggle', () => selector.open && closeSuggestions())
  window.addEventListener('scroll', () => closeWhenCovered(form), { passive: true })
  if (document.activeElement === input) open()
}

/** The fixed bar comes over a box that has been scrolled away: its suggestions would lie on the bar. */
function closeWhenCovered({ form }: SuggestingForm): void {
  if (shown?.form !== form || searchBox.get().at === 'closed') return
  if (form.getBoundingClientRect().bottom < 0) closeSuggestions()
}

function onKey(event: KeyboardEvent, form: SuggestingForm, open: () => void): void {
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
    choose(form, marked.term)
  } else if (event.key === 'Delete' && marked.isOwn) {
    event.preventDefault()
    forgetChoice(marked.term)
  }
}

function choose({ form, input }: SuggestingForm, term: string): void {
  input.value = term
  closeSuggestions()
  form.requestSubmit()
}

function draw(box: SearchBox): void {
  if (shown === undefined) return
  const now = shown
  const { form, input } = now
  if (panel?.parentElement !== form) panel?.remove()
  const empty = box.at === 'closed' || (box.choices.length === 0 && box.hotWords.length === 0)
  // Hot words by themselves are links, not choices of the box.
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
          headOf(
            '搜索历史',
            button('清空', '清空搜索历史', () => forgetChoice()),
          ),
        ]
      : []),
    ...(box.choices.length > 0 ? [listOf(box.choices, box.marked, (term) => choose(now, term), hasOwn)] : []),
    ...(box.hotWords.length > 0 ? [headOf('热门搜索'), hotWordsOf(box)] : []),
  )
  if (panel.parentElement !== form) form.append(panel)
  if (box.choices.length > 0) input.setAttribute('aria-controls', 'search-choices')
  if (box.marked >= 0) {
    input.setAttribute('aria-activedescendant', `search-choice-${box.marked}`)
    document.getElementById(`search-choice-${box.marked}`)?.scrollIntoView({ block: 'nearest' })
  }
}

function newPanel(): HTMLElement {
  const made = node(
    'div',
    'absolute inset-x-0 top-full z-30 mt-1 max-h-[70vh] overflow-y-auto rounded-lg bg-surface py-2 text-base shadow-pop',
  )
  // A press in the panel leaves the cursor where it is.
  made.addEventListener('pointerdown', (event) => event.preventDefault())
  return made
}
