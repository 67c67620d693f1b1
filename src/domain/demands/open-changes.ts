import { dateTime } from '../time.ts'

/** What of an open demand may change, as it was and as it is sent. */
export interface OpenDemand {
  readonly summary: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly deadline: Date
  readonly fileIds: readonly string[]
  readonly annexIds: readonly string[]
  readonly confidentialText: string
}

/** All that an edit of an open demand may write. */
export interface OpenContent extends OpenDemand {
  readonly ownTerms: string
}

/**
 * What of an edit is in force at once where edits are reviewed: a later deadline, of which a review would cost the time it
 * gives, and what is confidential, which no review reads. New terms are public and wait, with the part they guard.
 */
export function withoutReview(before: OpenContent, after: OpenContent): OpenContent {
  const { deadline, confidentialText, annexIds } = after
  return before.ownTerms === after.ownTerms
    ? { ...before, deadline, confidentialText, annexIds }
    : { ...before, deadline }
}

const added = (before: readonly string[], after: readonly string[]) => after.filter((id) => !before.includes(id)).length

/** What changed of an open demand, readable, for its history and for those who offered; '' when nothing did. */
export function openChanges(before: OpenDemand, after: OpenDemand): string {
  const parts: string[] = []
  if (before.summary !== after.summary) parts.push('修改了公开说明')
  const facts = changedFacts(before.facts, after.facts)
  if (facts.length > 0) parts.push(`修改了要求（${facts.join('、')}）`)
  if (before.deadline.getTime() !== after.deadline.getTime())
    parts.push(
      `报价截止时间由 ${dateTime(before.deadline.toISOString())} 推迟到 ${dateTime(after.deadline.toISOString())}`,
    )
  const files = added(before.fileIds, after.fileIds)
  if (files > 0) parts.push(`增加公开附件 ${files} 个`)
  if (before.confidentialText !== after.confidentialText) parts.push('更新了保密说明')
  const annexes = added(before.annexIds, after.annexIds)
  if (annexes > 0) parts.push(`增加保密附件 ${annexes} 个`)
  return parts.join('；')
}

/** Names of the requirements that are new, gone or say something else. */
function changedFacts(before: OpenDemand['facts'], after: OpenDemand['facts']): string[] {
  const valueIn = (facts: OpenDemand['facts'], name: string) => facts.find(({ label }) => label === name)?.value
  const names = [...new Set([...before, ...after].map(({ label }) => label))]
  return names.filter((name) => valueIn(before, name) !== valueIn(after, name))
}
