/** Five stars filled up to a mean: a grey row, and a clipped accent row above it. */
export const starsClass = 'relative inline-flex shrink-0 align-middle'
export const starsGreyClass = 'inline-flex text-line-strong [&>svg]:fill-current'
export const starsFilledClass =
  'absolute inset-y-0 left-0 inline-flex overflow-hidden text-accent [&>svg]:fill-current [&>svg]:shrink-0'
export const starSizes = { sm: 'size-3.5', md: 'size-4.5', lg: 'size-6' } as const
export type StarSize = keyof typeof starSizes
export const fiveStars = [1, 2, 3, 4, 5] as const
/** Filled width of the row; `mean` in hundredths of a score. */
export const filledWidth = (mean: number) => `${Math.max(0, Math.min(100, mean / 5))}%`
/** Label for screen readers. */
export const starsLabel = (mean: number) => `${(mean / 100).toFixed(2)} 分，满分 5 分`
