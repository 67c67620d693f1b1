/** A selectable chip: in forms, sheets, sort rows. */
export const chipClass = (chosen: boolean, disabled?: boolean | undefined) =>
  `chip ${
    disabled
      ? 'border-line-strong bg-surface-3 text-ink-disabled'
      : chosen
        ? 'border-accent bg-accent-soft font-medium text-accent'
        : 'chip-open'
  }`

/** A value of a facet row on a list page. */
export const facetClass = (chosen: boolean) => (chosen ? 'facet bg-accent-soft font-medium text-accent' : 'facet')

/** An active filter with its remove button. */
export const filterChipClass =
  'inline-flex h-7 items-center gap-1 rounded-sm bg-accent-soft pl-2 text-sm whitespace-nowrap text-accent max-md:h-11'
export const filterCrossClass = 'grid size-7 place-items-center rounded-sm hover:bg-accent-tint max-md:size-11'

export const tagClass = 'tag'
export const tagLoudClass =
  'inline-flex h-5 items-center rounded-sm bg-accent-tint px-1.5 text-xs font-medium whitespace-nowrap text-accent'
export const certifiedClass =
  'inline-flex h-5 items-center gap-1 rounded-sm bg-accent-soft px-1.5 text-xs whitespace-nowrap text-accent'
/** Unread count, in red. */
export const countClass =
  'inline-grid h-4 min-w-4 place-items-center rounded-full bg-bad px-1 text-xs leading-4 font-medium text-white'

/** Count text: more than 99 is `99+`. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count))
