import { parseDay } from '../typed-date.ts'
import { actionSubjectKinds, type ActionSubjectKind } from './action-subjects.ts'

/** Conditions of the list of actions, as its address names them. */
export interface ActionQuery {
  readonly keyword: string
  readonly subjectKind?: ActionSubjectKind
  readonly subjectId?: number
  readonly companyId?: number
  readonly operatorId?: number
  readonly from?: string
  readonly until?: string
  readonly before?: number
}

const numberNames = ['subjectId', 'companyId', 'operatorId', 'before'] as const
/** Names of the days in an address, as the shared form of days has them. */
const dayNames = { from: 'beginTime', until: 'endTime' } as const

/** Reads the conditions from an address; what cannot be one is left out. */
export function parseActionQuery(search: URLSearchParams): ActionQuery {
  const subjectKind = actionSubjectKinds.find((kind) => kind === search.get('subjectKind'))
  const numbers = numberNames.flatMap((name) => {
    const value = Number(search.get(name))
    return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? [[name, value] as const] : []
  })
  const days = Object.entries(dayNames).flatMap(([field, name]) => {
    const value = parseDay(search.get(name) ?? '')
    return value === undefined ? [] : [[field, value] as const]
  })
  return {
    keyword: (search.get('keyword') ?? '').trim().slice(0, 30),
    ...(subjectKind === undefined ? {} : { subjectKind }),
    ...Object.fromEntries(numbers),
    ...Object.fromEntries(days),
  }
}

/** The conditions as parameters of an address. */
export const actionParameters = ({ from, until, ...rest }: ActionQuery) => ({
  ...rest,
  beginTime: from,
  endTime: until,
})
