import { fraudSignKinds, fraudSignStatuses, type FraudSignKind, type FraudSignStatus } from './fraud-signs.ts'

/** Conditions of the list of signs, as its address names them. Without a status the open ones are shown. */
export interface FraudQuery {
  readonly kind?: FraudSignKind
  readonly status: FraudSignStatus
  readonly before?: number
}

/** Reads the conditions from an address; what cannot be one is left out. */
export function parseFraudQuery(search: URLSearchParams): FraudQuery {
  const kind = fraudSignKinds.find((each) => each === search.get('kind'))
  const before = Number(search.get('before'))
  return {
    status: fraudSignStatuses.find((each) => each === search.get('status')) ?? 'open',
    ...(kind === undefined ? {} : { kind }),
    ...(Number.isInteger(before) && before > 0 && before < 2 ** 31 ? { before } : {}),
  }
}
