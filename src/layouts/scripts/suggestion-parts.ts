import { searchLink } from '../../domain/shell/search.ts'
import { searchSent } from '../../stores/search/searched.ts'
import { forgetChoice, type SearchBox, type SearchChoice } from '../../stores/search/suggestions.ts'
import { node } from './node.ts'

/** The choices, and beside own ones the buttons that forget them: a listbox holds options only. */
export function listOf(
  choices: readonly SearchChoice[],
  marked: number,
  choose: (term: string) => void,
  forgets: boolean,
): HTMLElement {
  const list = node('div', 'min-w-0 flex-1')
  list.id = 'search-choices'
  list.role = 'listbox'
  list.ariaLabel = forgets ? '搜索历史' : '搜索建议'
  list.append(
    ...choices.map((choice, at) => {
      const option = node(
        'div',
        `flex h-9 cursor-pointer items-center gap-3 px-4 max-desk:h-11 hover:bg-surface-2 ${at === marked ? 'bg-accent-soft' : ''}`,
      )
      option.id = `search-choice-${at}`
      option.role = 'option'
      option.ariaSelected = String(at === marked)
      option.append(node('span', 'min-w-0 flex-1 truncate', choice.term))
      const note = choice.isOwn && !forgets ? '搜过' : choice.note
      if (note !== '') option.append(node('span', 'max-w-1/2 truncate text-sm text-ink-3', note))
      if (choice.hits !== null) {
        option.append(
          node('span', 'text-sm text-ink-3 tabular-nums', `约 ${choice.hits}${choice.hits >= 1000 ? '+' : ''} 条`),
        )
      }
      option.addEventListener('click', () => choose(choice.term))
      return option
    }),
  )
  if (!forgets) return list
  const gone = node('div', 'shrink-0 pr-2')
  gone.append(
    ...choices.map(({ term, isOwn }) => {
      const place = node('div', 'grid h-9 place-items-center max-desk:h-11')
      if (isOwn) place.append(button('×', `删除搜索历史 ${term}`, () => forgetChoice(term)))
      return place
    }),
  )
  const row = node('div', 'flex')
  row.append(list, gone)
  return row
}

/** Links to what many search for. */
export function hotWordsOf(box: Extract<SearchBox, { at: 'open' }>): HTMLElement {
  const row = node('div', 'flex flex-wrap gap-2 px-4 pt-1 pb-2')
  row.append(
    ...box.hotWords.slice(0, 8).map((word) => {
      const link = document.createElement('a')
      link.href = searchLink(box.kind, word)
      link.className =
        'inline-flex h-8 items-center rounded-md bg-surface-2 px-3 text-sm text-ink-2 max-desk:h-11 hover:text-accent'
      link.textContent = word
      link.addEventListener('click', () => searchSent(box.kind, word))
      return link
    }),
  )
  return row
}

/** Head of a part of the panel, with what can be done with it. */
export function headOf(title: string, action?: HTMLElement): HTMLElement {
  const head = node('div', 'flex h-8 items-center justify-between pr-2 pl-4 max-desk:h-11')
  head.append(node('p', 'text-xs text-ink-3', title), ...(action === undefined ? [] : [action]))
  return head
}

/** A small button; `label` is what it is called, where the word says too little. */
export function button(word: string, label: string, act: () => void): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className =
    'h-8 min-w-8 rounded-md px-2 text-sm text-ink-3 max-desk:h-11 max-desk:min-w-11 hover:bg-surface-2 hover:text-ink'
  made.textContent = word
  made.ariaLabel = label
  made.addEventListener('click', act)
  return made
}
