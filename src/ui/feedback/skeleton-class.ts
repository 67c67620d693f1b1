/** service, goods: a card. row: a line of a list. table: a table of rows. text: a paragraph. */
export type SkeletonForm = 'service' | 'goods' | 'row' | 'text'

type Bar = string
/** Bars of each form in the final height, to avoid layout shift. */
export const skeletonBars: Record<SkeletonForm, readonly Bar[]> = {
  service: ['h-4 w-full', 'mt-2 h-4 w-2/3', 'mt-3 h-5 w-24', 'mt-4 h-6 w-32', 'mt-4 h-4 w-full'],
  goods: ['h-4 w-full', 'mt-2 h-4 w-1/2', 'mt-3 h-6 w-24', 'mt-2 h-4 w-2/3'],
  row: ['h-4 w-1/3', 'h-4 w-1/6', 'ml-auto h-4 w-1/6'],
  text: ['h-4 w-full', 'mt-2 h-4 w-full', 'mt-2 h-4 w-2/3'],
}
export const skeletonBarClass = 'skeleton block'
export const skeletonCardClass = 'overflow-hidden rounded-lg border border-line'
export const skeletonPictureClass = { service: 'aspect-[16/10]', goods: 'aspect-[6/5]' }
export const skeletonRowClass = 'flex h-11 items-center gap-4 border-b border-line'
