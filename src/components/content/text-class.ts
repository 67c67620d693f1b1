/** Classes of a Markdown article: numbered steps, notes, tables that scroll on a phone. */
export const textClass = [
  'prose-cn max-w-none! wrap-anywhere',
  // Ordered lists are steps: a number in a disc, bold text as the heading.
  '[&_ol]:space-y-5 [&_ol]:[counter-reset:step] [&_ol>li]:relative [&_ol>li]:pl-9 [&_ol>li]:[counter-increment:step]',
  '[&_ol>li]:before:absolute [&_ol>li]:before:top-0.5 [&_ol>li]:before:left-0 [&_ol>li]:before:grid [&_ol>li]:before:size-6 [&_ol>li]:before:place-items-center [&_ol>li]:before:rounded-full [&_ol>li]:before:bg-accent-tint [&_ol>li]:before:text-xs [&_ol>li]:before:font-semibold [&_ol>li]:before:text-accent [&_ol>li]:before:content-[counter(step)]',
  '[&_ol>li>strong:first-child]:block [&_ol>li]:text-ink-2 [&_ol_strong]:text-ink',
  '[&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-6 [&_ul_li::marker]:text-ink-3 [&_strong]:font-semibold',
  '[&_blockquote]:rounded-lg [&_blockquote]:bg-accent-soft [&_blockquote]:px-4 [&_blockquote]:py-3 [&_blockquote]:text-base [&_blockquote]:text-ink-2',
  '[&_table]:block desk:[&_table]:table [&_table]:w-full [&_table]:overflow-x-auto [&_table]:text-left [&_table]:text-base [&_thead]:bg-surface-2 [&_th]:border-b [&_th]:border-line-strong [&_th]:px-3 [&_th]:py-2 [&_th]:font-medium [&_th]:whitespace-nowrap [&_th]:text-ink-2',
  '[&_td]:min-w-16 [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:py-2 [&_td]:align-top',
  '[&_h2]:scroll-mt-28 [&_h2]:break-after-avoid desk:[&_h2]:scroll-mt-20',
]

/** Rules and agreements keep plain numbers, since paragraphs are quoted by number. */
export const rulesClass = [
  'prose-cn max-w-none! wrap-anywhere',
  '[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_li+li]:mt-2 [&_li::marker]:text-ink-3 [&_strong]:font-semibold',
  '[&_table]:w-full [&_table]:text-left [&_table]:text-base [&_th]:border-b [&_th]:border-line-strong [&_th]:py-2 [&_th]:pr-4 [&_th]:font-medium',
  '[&_td]:border-b [&_td]:border-line [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_h2]:scroll-mt-28 [&_h2]:break-after-avoid desk:[&_h2]:scroll-mt-20',
]
