import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OperatorRow } from '../../contract/operations/operators.ts'
import type { OperatorRole } from '../../domain/operations/operator-roles.ts'
import { isOutdated } from '../row-decision.ts'
import { loadable } from '../loadable.ts'

/** Operators of the platform. */
const list = loadable<readonly OperatorRow[]>()
export const operators = list.state
export const loadOperators = (): Promise<void> => list.load(() => api.operations.operators({}))

/** Open form: a new operator has no `operator`. */
interface OperatorForm {
  readonly operator: OperatorRow | null
  readonly loginName: string
  readonly roles: readonly OperatorRole[]
  readonly reason: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const operatorForm = atom<OperatorForm | null>(null)

export const openOperator = (operator: OperatorRow | null): void =>
  operatorForm.set({
    operator,
    loginName: operator?.loginName ?? '',
    roles: operator?.roles ?? [],
    reason: '',
    sending: false,
    failure: null,
  })
export function closeOperator(): void {
  if (operatorForm.get()?.sending !== true) operatorForm.set(null)
}
export function changeOperator(part: Partial<Pick<OperatorForm, 'loginName' | 'roles' | 'reason'>>): void {
  const now = operatorForm.get()
  if (now !== null && !now.sending) operatorForm.set({ ...now, ...part, failure: null })
}

/** Saves the roles once. True on success. */
export async function saveOperator(): Promise<boolean> {
  const now = operatorForm.get()
  if (now === null || now.sending) return false
  operatorForm.set({ ...now, sending: true, failure: null })
  const answer = await api.operations.operatorSave({
    loginName: now.loginName,
    roles: [...now.roles],
    before: [...(now.operator?.roles ?? [])],
    reason: now.reason.trim(),
  })
  operatorForm.set(answer.ok ? null : { ...now, sending: false, failure: answer.failure })
  if (answer.ok || isOutdated(answer.failure)) await loadOperators()
  return answer.ok
}
