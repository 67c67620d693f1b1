/** 收藏 and 关注: pressed is filled in the accent. Needs a script, so it is not there without one. */

/** Star on a card's picture; on desktops visible on hover, focus, or when pressed. */
export const cardToggleClass = 'group/mark card-mark'
export const starClass = 'group-aria-pressed/mark:fill-current'
/** Button with label: 收藏 on detail pages, 关注 on shops. */
export const labelToggleClass =
  'group/mark relative z-10 inline-flex shrink-0 items-center justify-center gap-1 rounded-md border border-line-strong bg-surface whitespace-nowrap text-ink-2 hover:border-accent hover:text-accent aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent aria-busy:opacity-60 noscript:hidden'
export const toggleSizes = { sm: 'h-8 px-2.5 text-sm max-md:h-11', md: 'h-9 px-3 max-md:h-11' } as const
export const offLabelClass = 'group-aria-pressed/mark:hidden'
export const onLabelClass = 'hidden group-aria-pressed/mark:inline'
/** Text button in a line, with its number. */
export const plainToggleClass =
  'group/mark inline-flex h-8 items-center gap-1 text-ink-2 hover:text-accent aria-pressed:text-accent aria-busy:opacity-60 noscript:hidden max-md:h-11'
/** Tab of the bottom bar on phones. */
export const tabToggleClass =
  'group/mark flex h-full w-12 flex-col items-center justify-center text-xs text-ink-2 aria-pressed:text-accent aria-busy:opacity-60 noscript:hidden'
/** Cart button of a card, beside its price. */
export const cardCartButtonClass = 'card-join'
