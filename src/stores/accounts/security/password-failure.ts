import { retryAfterOf, type Answer } from '../../../contract/envelope.ts'
import { failures, formatWaitTime } from '../../../contract/failures.ts'

const attemptsLeft = (content: unknown): number | undefined =>
  typeof content === 'object' && content !== null && 'left' in content && typeof content.left === 'number'
    ? content.left
    : undefined

/** Shows a wrong-password failure at its field, with the remaining attempts or the waiting time. */
export function movePasswordFailureToField<T>(field: string, answer: Answer<T>): Answer<T> {
  if (answer.ok) return answer
  const { failure } = answer
  const at = (message: string): Answer<T> => ({ ok: false, failure: { ...failure, content: [{ field, message }] } })
  if (failure.code === failures.wrongPassword.code) {
    const left = attemptsLeft(failure.content)
    return at(left === undefined ? '密码不正确，请重新输入' : `密码不正确，一小时内还可尝试 ${left} 次`)
  }
  if (failure.code !== failures.tooManyGuesses.code) return answer
  const seconds = retryAfterOf(failure.content)
  return at(`密码错误次数过多${seconds === undefined ? '，请稍后再试' : `，${formatWaitTime(seconds)}后可再试`}`)
}
