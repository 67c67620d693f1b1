import type { EmptyName } from '../picture/mark-names.ts'

/** Vertical space: `page` as the only content, `panel` inside a card, `cell` among others. */
export type EmptySize = 'page' | 'panel' | 'cell'

export const emptyClass: Record<EmptySize, { box: string; drawing: string; title: string; text: string }> = {
  page: { box: 'py-20', drawing: 'w-40', title: 'mt-4 text-lg font-medium', text: 'mt-1' },
  panel: { box: 'py-8', drawing: 'w-40', title: 'mt-4 text-lg font-medium', text: 'mt-1' },
  cell: { box: '', drawing: 'w-[104px]', title: 'mt-2 font-medium', text: 'text-sm' },
}

export const emptyBoxClass = 'flex flex-col items-center text-center'
export const emptyTextClass = 'max-w-[360px] text-balance break-keep text-ink-3'
export const emptyActionsClass = 'mt-5 flex flex-wrap justify-center gap-3 max-md:*:min-h-11'

export type EmptyStateProps = {
  drawing?: EmptyName | undefined
  /** Title: 没有符合条件的订单. */
  title: string
  /** Reason and next step. The action itself goes inside the component. */
  text?: string | undefined
  size?: EmptySize | undefined
}
