import type { Failure } from '../../../contract/envelope.ts'
import { failures, type FailureName, type FieldError } from '../../../contract/failures.ts'
import { fieldErrorsOf } from '../../field-errors.ts'
import { formErrorField } from '../../submit-state.ts'

/** Form field at which a failure of the login pages is shown. */
const fieldByFailure: readonly (readonly [FailureName, string])[] = [
  ['wrongPassword', 'password'],
  ['captchaNeeded', 'captcha'],
  ['captchaWrong', 'captcha'],
  ['codeTooSoon', 'smsCode'],
  ['codesUsedUp', 'smsCode'],
  ['codeWrong', 'smsCode'],
  ['codeSpent', 'smsCode'],
  ['mobileUsed', 'mobile'],
  ['loginNameUsed', 'loginName'],
  ['companyNameUsed', 'companyName'],
  ['needsUsedUp', 'mobile'],
  ['joinsUsedUp', 'mobile'],
  ['visitBooked', 'visitOn'],
]
const fieldOfCode: ReadonlyMap<number, string> = new Map(
  fieldByFailure.map(([name, field]) => [failures[name].code, field]),
)

/** Errors of a failure, at the field that it concerns. */
export function signInErrors(failure: Failure): readonly FieldError[] {
  const named = fieldErrorsOf(failure)
  return named.length > 0
    ? named
    : [{ field: fieldOfCode.get(failure.code) ?? formErrorField, message: failure.message }]
}

/** Whether a failure has this name. */
export const isFailure = (failure: Failure, name: FailureName): boolean => failure.code === failures[name].code
