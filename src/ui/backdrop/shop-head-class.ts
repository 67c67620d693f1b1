/** Classes of a shop's header and brief; the seller's preview uses the phone variants. */
const rowPhone = 'relative flex flex-wrap items-center justify-between gap-4 pt-20 pb-5'

export const shopHeadClass = {
  box: 'relative border-b border-line bg-surface-2',
  rowPhone,
  row: `${rowPhone} desk:h-32 desk:py-0`,
  who: 'flex min-w-0 items-center gap-4',
  name: 'truncate text-xl font-semibold',
  counts: 'mt-0.5 text-sm text-ink-2',
  nav: 'relative border-t border-line bg-surface',
  menu: 'flex h-12 items-stretch gap-6 overflow-x-auto desk:gap-8',
} as const

export const shopIntroClass = {
  facts: 'flex flex-wrap items-center gap-1.5',
  place: 'ml-1 text-sm text-ink-3',
  brief: 'mt-3 max-w-[760px] text-ink-2',
} as const

/** Holiday notice below the header. */
export const holidayClass = {
  box: 'border-b border-warn-line bg-warn-soft text-warn',
  row: 'flex items-start gap-2 py-2.5',
  icon: 'mt-[3px] size-4 shrink-0',
  text: 'min-w-0',
} as const
