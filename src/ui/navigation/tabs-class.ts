/** One tab: a section of a page, or a filter with its count. */
export type Tab = { key: string; label: string; count?: number | undefined }

export const tabListClass = 'flex gap-6 overflow-x-auto overflow-y-hidden border-b border-line desk:gap-8 print:hidden'
export const tabClass = (chosen: boolean) =>
  `-mb-px inline-flex h-12 shrink-0 items-center gap-1.5 border-b-2 whitespace-nowrap focus-visible:-outline-offset-2 ${
    chosen ? 'border-accent font-medium text-accent' : 'border-transparent text-ink-2 hover:text-accent'
  }`
export const tabCountClass = (chosen: boolean) => `text-sm font-normal ${chosen ? '' : 'text-ink-3'}`
