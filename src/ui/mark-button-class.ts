/** 收藏 and 关注: pressed is filled in the accent. Needs a script, so it is not there without one. */

/** A star on the picture of a card; on desktops it shows when the card is meant, or when it is pressed. */
export const cardMarkClass = 'group/mark card-mark'
export const starClass = 'group-aria-pressed/mark:fill-current'
/** A button with its word: 收藏 on detail pages, 关注 at shops. */
export const wordMarkClass =
  'group/mark relative z-10 inline-flex shrink-0 items-center justify-center gap-1 rounded-md border border-line-strong bg-surface whitespace-nowrap text-ink-2 hover:border-accent hover:text-accent aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent aria-busy:opacity-60 noscript:hidden'
export const markSizes = { sm: 'h-8 px-2.5 text-sm max-md:h-11', md: 'h-9 px-3 max-md:h-11' } as const
export const offWordClass = 'group-aria-pressed/mark:hidden'
export const onWordClass = 'hidden group-aria-pressed/mark:inline'
/** A word of a line, with its number. */
export const plainMarkClass =
  'group/mark inline-flex h-8 items-center gap-1 text-ink-2 hover:text-accent aria-pressed:text-accent aria-busy:opacity-60 noscript:hidden max-md:h-11'
/** A tab of the bar at the bottom of phones. */
export const tabMarkClass =
  'group/mark flex h-full w-12 flex-col items-center justify-center text-xs text-ink-2 aria-pressed:text-accent aria-busy:opacity-60 noscript:hidden'
/** The cart of a card, beside its price. */
export const joinMarkClass = 'card-join'
