import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { platformActions } from '../../../db/tables/operations.ts'
import type { ActionSubject } from '../../../domain/operations/action-subjects.ts'
import type { Caller, RequestFacts } from '../../handler.ts'

/** A write of an operator. */
export interface OperatorAction {
  /** `domain.name` of the call. */
  readonly call: string
  readonly action: string
  readonly detail: string
  readonly subject: ActionSubject | undefined
  readonly input: unknown
}

const maxDetail = 300
const maxText = 200
const maxInput = 4_000

/** Input as JSON with long texts shortened: what was decided, not the content. */
function inputText(input: unknown): string {
  const text = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'string' && value.length > maxText ? `${value.slice(0, maxText)}…` : value,
  )
  return text.length > maxInput ? `${text.slice(0, maxInput)}…` : text
}

const reasonOf = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'reason' in input && typeof input.reason === 'string'
    ? input.reason
    : ''

/**
 * Writes the row of an operator's call, last in its transaction, since writers queue for the chain. Throws ownCompany
 * for a subject of the operator's own company, which undoes the call.
 */
export async function recordPlatformAction(
  tx: Db,
  caller: Pick<Caller, 'userId' | 'loginName' | 'companyId'>,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  { call, action, detail, subject, input }: OperatorAction,
): Promise<void> {
  const companyIds = (subject?.companyIds ?? []).filter((id) => id !== null)
  if (caller.companyId !== null && companyIds.includes(caller.companyId)) throw new CallFailed('ownCompany')
  await tx.insert(platformActions).values({
    operatorId: caller.userId,
    operatorName: caller.loginName,
    call,
    action,
    detail: detail.slice(0, maxDetail),
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    companyId: companyIds[0] ?? null,
    reason: reasonOf(input),
    input: inputText(input),
    ip: request.ip ?? '',
    userAgent: request.userAgent.slice(0, maxDetail),
  })
}
