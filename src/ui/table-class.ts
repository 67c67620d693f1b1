/** Sums and times stand at the right, words at the left. */
export type Align = 'left' | 'right'

export const tableBoxClass = 'overflow-hidden rounded-lg border border-line bg-surface'
/** Only tables scroll sideways, inside themselves; `relative` keeps their hidden words from widening the page. */
export const tableScrollClass = 'relative overflow-x-auto'
export const tableClass = 'w-full text-left max-desk:min-w-[720px]'
export const tableHeadClass = 'border-b border-line bg-surface-2 text-sm text-ink-2'
export const headCellClass = (align: Align = 'left') =>
  `h-10 px-4 font-normal whitespace-nowrap ${align === 'right' ? 'text-right' : ''}`
export const cellClass = (align: Align = 'left') => `h-11 px-4 py-2 ${align === 'right' ? 'text-right' : ''}`
export const rowClass = (chosen = false) =>
  `border-t border-line first:border-t-0 ${chosen ? 'bg-accent-soft/60' : 'hover:bg-surface-2'}`
