import type { Failure } from '../../contract/envelope.ts'
import { failures, type FailureName, type FieldFault } from '../../contract/failures.ts'
import { faultsOf } from '../faults.ts'
import { wholeForm } from './sending.ts'

/** At which field of the login pages' forms a refusal is shown. */
const places: readonly (readonly [FailureName, string])[] = [
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
const fieldOfCode: ReadonlyMap<number, string> = new Map(places.map(([name, field]) => [failures[name].code, field]))

/** A refusal, at the field that it is about. */
export function placedFaults(failure: Failure): readonly FieldFault[] {
  const named = faultsOf(failure)
  return named.length > 0 ? named : [{ field: fieldOfCode.get(failure.code) ?? wholeForm, message: failure.message }]
}

/** Whether a refusal is the one of this name. */
export const is = (failure: Failure, name: FailureName): boolean => failure.code === failures[name].code
