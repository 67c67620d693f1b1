import type { z } from 'zod'

/** Message of a field error whose schema has none; undefined uses that of zod. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? '请填写' : '格式不正确'
    case 'too_small':
      return atLeast(issue.origin, issue.minimum)
    case 'too_big':
      return atMost(issue.origin, issue.maximum)
    case 'invalid_value':
      return '请从给出的选项中选择'
    case 'unrecognized_keys':
      return '含有多余的项'
    default:
      return '格式不正确'
  }
}

function atLeast(origin: string, minimum: number | bigint): string {
  if (origin === 'string') return Number(minimum) <= 1 ? '请填写' : `至少 ${minimum} 个字`
  if (origin === 'array') return `至少 ${minimum} 项`
  return `不能小于 ${minimum}`
}

function atMost(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `最多 ${maximum} 个字`
  if (origin === 'array') return `最多 ${maximum} 项`
  return `不能大于 ${maximum}`
}
