import { questionPartNames, type QuestionPartKind } from './question.ts'

/** What was left out of a search because nothing has it, as sentences. */
export function noticeOfReading({
  relaxed,
  dropped,
  parts,
}: {
  readonly relaxed: readonly string[]
  readonly dropped: readonly QuestionPartKind[]
  readonly parts: readonly { readonly kind: QuestionPartKind; readonly label: string }[]
}): string[] {
  const labels = parts.filter(({ kind }) => dropped.includes(kind)).map(({ label }) => `“${label}”`)
  const names = dropped.map((kind) => questionPartNames[kind]).join('和')
  return [
    ...(labels.length > 0 ? [`没有符合${labels.join('、')}的结果，以下不限${names}。`] : []),
    ...(relaxed.length > 0
      ? [`没有同时包含全部词的结果，以下不要求包含${relaxed.map((word) => `“${word}”`).join('、')}。`]
      : []),
  ]
}
