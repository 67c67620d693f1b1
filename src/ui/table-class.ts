/** Sums and times stand at the right, words at the left. */
export type Align = 'left' | 'right'

export const tableBoxClass = 'overflow-hidden rounded-lg border border-line bg-surface'
/** Only tables scroll sideways, inside themselves, on paper none does; `relative` keeps their hidden words from widening the page. */
export const tableScrollClass = 'relative overflow-x-auto print:overflow-visible'
export const tableClass = 'w-full text-left max-desk:min-w-[720px] print:min-w-0!'
export const tableHeadClass = 'border-b border-line bg-surface-2 text-sm text-ink-2'
export const headCellClass = (align: Align = 'left') =>
  `h-10 px-4 print:px-2 font-normal whitespace-nowrap ${align === 'right' ? 'text-right' : ''}`
export const cellClass = (align: Align = 'left') => `h-11 px-4 py-2 print:px-2 ${align === 'right' ? 'text-right' : ''}`
export const rowClass = (chosen = false) =>
  `border-t border-line first:border-t-0 ${chosen ? 'bg-accent-soft/60' : 'hover:bg-surface-2'}`

/** A table without rows of its own for the phone: there each row stands as a block, its cells below one another. */
export const phoneTableClass = 'max-md:block max-md:min-w-0'
export const phoneRowClass = (choosable: boolean) =>
  `max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-1.5 max-md:p-4 ${choosable ? 'max-md:pl-12' : ''}`
export const phoneCheckClass = 'max-md:absolute max-md:top-4 max-md:left-4 max-md:h-auto max-md:p-0'
const phoneCell = 'max-md:h-auto max-md:w-auto! max-md:min-w-0! max-md:p-0! max-md:empty:hidden'
const phoneCells = {
  name: 'max-md:block max-md:text-left max-md:[&_a]:min-h-0',
  value:
    'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right max-md:whitespace-normal max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-ink-3 max-md:before:content-[attr(data-head)]',
  actions: 'max-md:block max-md:pt-1.5! max-md:text-right max-md:[&_a]:min-h-11 max-md:[&_button]:min-h-11',
}
/** The first cell names its row, what can be done stands last, and between them each value beside its head. */
export const phoneCellClass = (at: number, head: string) =>
  `${phoneCell} ${at === 0 ? phoneCells.name : head === '操作' ? phoneCells.actions : phoneCells.value}`
