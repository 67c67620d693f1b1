import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'

/** Budget and deadline of a demand as notification text. */
export const budgetAndDeadlineText = ({
  budget,
  deadline,
}: {
  readonly budget: number | null
  readonly deadline: Date
}): string => `预算：${budget === null ? '面议' : `¥${yuan(budget)}`}，报价截止：${dateTime(deadline.toISOString())}。`
