/** Amounts and times align right, text left. */
export type Align = 'left' | 'right'

export const tableBoxClass = 'overflow-hidden rounded-lg border border-line bg-surface'
/**
 * Only tables scroll horizontally, inside themselves, and never in print; `relative` keeps visually hidden text from
 * widening the page.
 */
export const tableScrollClass = 'relative overflow-x-auto print:overflow-visible'
export const tableClass = 'w-full text-left max-desk:min-w-[680px] print:min-w-0!'
export const tableHeadClass = 'border-b border-line bg-surface-2 text-sm text-ink-2'
export const headCellClass = (align: Align = 'left') =>
  `h-10 px-4 print:px-2 font-normal whitespace-nowrap ${align === 'right' ? 'text-right' : ''}`
const cellHeights = { usual: 'h-11 py-2', work: 'h-14 py-1' }
/** `work`: rows of 56 px, for lists that people work in all day. */
export const cellClass = (align: Align = 'left', height: keyof typeof cellHeights = 'usual') =>
  `${cellHeights[height]} px-4 print:px-2 ${align === 'right' ? 'text-right' : ''}`
export const rowClass = (chosen = false) =>
  `border-t border-line first:border-t-0 ${chosen ? 'bg-accent-soft/60' : 'hover:bg-surface-2'}`

/** Phone layout of a table without phone rows: each row is a block with its cells stacked. */
export const phoneTableClass = 'max-md:block max-md:min-w-0'
export const phoneRowClass = (choosable: boolean) =>
  `max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-1.5 max-md:p-4 ${choosable ? 'max-md:pl-12' : ''}`
export const phoneCheckClass = 'max-md:absolute max-md:top-4 max-md:left-4 max-md:h-auto max-md:p-0'
const phoneCell =
  'max-md:h-auto max-md:w-auto! max-md:min-w-0! max-md:p-0! max-md:empty:hidden max-md:has-[>div:empty]:hidden'
const phoneCells = {
  name: 'max-md:block max-md:text-left max-md:[&_a]:min-h-0',
  value:
    'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right max-md:whitespace-normal max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-ink-3 max-md:before:content-[attr(data-head)]',
  actions: 'max-md:block max-md:pt-1.5! max-md:text-right max-md:[&_a]:min-h-11 max-md:[&_button]:min-h-11',
}
/** Rows of a list that people work in all day are cards on phones, and take the focus of the keyboard. */
export const workBoxClass = 'max-md:rounded-none max-md:border-0 max-md:bg-transparent max-md:overflow-visible'
export const workRowClass =
  'focus-visible:-outline-offset-2 max-md:mb-3 max-md:rounded-lg max-md:border! max-md:border-line max-md:bg-surface'

/**
 * Where a table is wider than its place, its buttons stay in view at the right while the rest scrolls below them; a
 * hairline says where they begin.
 */
export const actionColumnClass =
  'md:sticky md:right-0 md:max-wide:shadow-[-1px_0_0_var(--line)] print:static print:shadow-none'
/** Ground of a cell of that column, over what scrolls below it. */
export const actionCellClass = (chosen: boolean) =>
  `${actionColumnClass} ${chosen ? 'md:bg-accent-soft' : 'md:bg-surface md:[tr:hover>&]:bg-surface-2'}`

/** The first cell is the row's title, actions come last, other values follow their column name. */
export const phoneCellClass = (at: number, isActions: boolean, isLead = false) =>
  `${phoneCell} ${at === 0 || isLead ? phoneCells.name : isActions ? phoneCells.actions : phoneCells.value}`
