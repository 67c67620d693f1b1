import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'

/** Budget and deadline of a demand, as the text of a notice tells them. */
export const demandWords = ({
  budget,
  deadline,
}: {
  readonly budget: number | null
  readonly deadline: Date
}): string => `预算：${budget === null ? '议价' : `¥${yuan(budget)}`}，报价截止：${dateTime(deadline.toISOString())}。`
