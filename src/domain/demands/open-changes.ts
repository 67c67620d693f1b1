import { dateTime } from '../time.ts'

/** Editable content of an open demand. */
export interface OpenDemand {
  readonly summary: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly deadline: Date
  readonly fileIds: readonly string[]
  readonly annexIds: readonly string[]
  readonly confidentialText: string
}

/** Content that an edit of an open demand may write. */
export interface OpenContent extends OpenDemand {
  readonly ownTerms: string
}

/**
 * Part of an edit that takes effect without review: a later deadline (a review would use up the time it gives), and
 * the confidential part, which is not reviewed. New terms are public, so they wait together with the confidential part.
 */
export function applicableWithoutReview(before: OpenContent, after: OpenContent): OpenContent {
  const { deadline, confidentialText, annexIds } = after
  return before.ownTerms === after.ownTerms
    ? { ...before, deadline, confidentialText, annexIds }
    : { ...before, deadline }
}

const addedCount = (before: readonly string[], after: readonly string[]) =>
  after.filter((id) => !before.includes(id)).length

/** Text summary of an edit, for the history and for notifications; '' without changes. */
export function describeOpenChanges(before: OpenDemand, after: OpenDemand): string {
  const parts: string[] = []
  if (before.summary !== after.summary) parts.push('修改了公开说明')
  const facts = changedFactLabels(before.facts, after.facts)
  if (facts.length > 0) parts.push(`修改了要求（${facts.join('、')}）`)
  if (before.deadline.getTime() !== after.deadline.getTime())
    parts.push(
      `报价截止时间由 ${dateTime(before.deadline.toISOString())} 推迟到 ${dateTime(after.deadline.toISOString())}`,
    )
  const files = addedCount(before.fileIds, after.fileIds)
  if (files > 0) parts.push(`增加公开附件 ${files} 个`)
  if (before.confidentialText !== after.confidentialText) parts.push('更新了保密说明')
  const annexes = addedCount(before.annexIds, after.annexIds)
  if (annexes > 0) parts.push(`增加保密附件 ${annexes} 个`)
  return parts.join('；')
}

/** Labels of facts that were added, removed or changed. */
function changedFactLabels(before: OpenDemand['facts'], after: OpenDemand['facts']): string[] {
  const valueIn = (facts: OpenDemand['facts'], name: string) => facts.find(({ label }) => label === name)?.value
  const names = [...new Set([...before, ...after].map(({ label }) => label))]
  return names.filter((name) => valueIn(before, name) !== valueIn(after, name))
}
