import { useEffect, type RefObject } from 'react'
import { isComposing } from '../../ui/form/ime.ts'

/** Keys of a list that people work in all day, for its help. */
export const rowKeys = [
  { keys: ['j', '↓'], does: '下一行' },
  { keys: ['k', '↑'], does: '上一行' },
  { keys: ['x'], does: '选择或取消选择当前行' },
  { keys: ['Enter'], does: '打开当前行' },
  { keys: ['/'], does: '到搜索框' },
  { keys: ['?'], does: '显示快捷键' },
] as const

const choices = ['checkbox', 'radio', 'button', 'submit']

/** Whether keys are typed there. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !choices.includes(target.type)
    : target instanceof HTMLElement &&
      (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)

/** Whether the key belongs to something that floats above the page. */
const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('[role=dialog],[role=menu],[role=listbox]') !== null) ||
  document.querySelector('[role=dialog][aria-modal=true]') !== null

type Commands = {
  /** Holds the rows (`data-row`) and the search field of the list. */
  box: RefObject<HTMLElement | null>
  onHelp: () => void
}

/**
 * Keys of a list: j k and arrows move between rows, x selects, Enter opens, / goes to the search field, ? shows the
 * keys. Never while somebody types, composes, or works in something above the page. Arrows only once a row has the
 * focus, as they scroll the page else.
 */
export function useRowKeys({ box, onHelp }: Commands): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing(event)) return
      if (takesText(target) || isElsewhere(target)) return
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const current = rows.findIndex((row) => row.contains(document.activeElement))
      if (runKey(key, rows, current)) event.preventDefault()
    }
    const goTo = (row: HTMLElement | undefined) => {
      row?.focus()
      row?.scrollIntoView({ block: 'nearest' })
      return row !== undefined
    }
    const goToSearch = (field: HTMLInputElement | null | undefined) => {
      field?.focus()
      field?.select()
      return Boolean(field)
    }
    /** True if the key was one of the list. */
    const runKey = (key: string, rows: readonly HTMLElement[], current: number): boolean => {
      const row = rows[current]
      switch (key) {
        case 'ArrowDown':
          return row !== undefined && goTo(rows[Math.min(current + 1, rows.length - 1)])
        case 'ArrowUp':
          return row !== undefined && goTo(rows[Math.max(current - 1, 0)])
        case 'j':
          return goTo(rows[Math.min(current + 1, rows.length - 1)])
        case 'k':
          return goTo(rows[Math.max(current - 1, 0)])
        case 'x':
          row?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
          return row !== undefined
        case 'Enter':
          // On a link or a button in the row the key is theirs.
          if (row === undefined || document.activeElement !== row) return false
          row.querySelector<HTMLElement>('a[href]')?.click()
          return true
        case '/':
          return goToSearch(box.current?.querySelector<HTMLInputElement>('[role=search] input'))
        case '?':
          onHelp()
          return true
        default:
          return false
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [box, onHelp])
}
