/** Styles of rich text written in the browser. */
export const richTextClass = [
  'prose-cn wrap-anywhere',
  '[&_p]:whitespace-pre-line [&_strong]:font-semibold [&_code]:rounded-sm [&_code]:bg-surface-3 [&_code]:px-1 [&_code]:text-base',
  '[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_li+li]:mt-2 [&_li::marker]:text-ink-3',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-4 [&_blockquote]:whitespace-pre-line [&_blockquote]:text-ink-2',
  '[&_hr]:border-line [&_table]:w-full [&_table]:text-left [&_table]:text-base [&_th]:border-b [&_th]:border-line-strong [&_th]:px-3 [&_th]:py-2 [&_th]:font-medium [&_th]:whitespace-nowrap',
  '[&_td]:min-w-16 [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:py-2 [&_td]:align-top',
]
