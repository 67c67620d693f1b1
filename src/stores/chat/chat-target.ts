/** Chat target requested by a page: detail of the event `portal:chat`. Empty = the list of conversations. */
export interface ChatTarget {
  readonly service: boolean
  readonly orgId?: number
  readonly userId?: number
  readonly serviceId?: number
  readonly productNo?: string
  readonly demandId?: number
}

/** Parses an event detail or the query of /chat: numbers may be strings, unknown fields are ignored. */
export function parseChatTarget(detail: unknown): ChatTarget {
  const given = new Map<string, unknown>(typeof detail === 'object' && detail !== null ? Object.entries(detail) : [])
  const number = (name: string) => {
    const value = Number(given.get(name) ?? Number.NaN)
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const [orgId, userId, serviceId, demandId] = ['orgId', 'userId', 'serviceId', 'demandId'].map(number)
  const productNo = given.get('productNo')
  const service = given.get('service')
  return {
    service: service === true || service === 'true' || service === '1' || given.get('with') === 'service',
    ...(orgId === undefined ? {} : { orgId }),
    ...(userId === undefined ? {} : { userId }),
    ...(serviceId === undefined ? {} : { serviceId }),
    ...(demandId === undefined ? {} : { demandId }),
    ...(typeof productNo === 'string' && productNo !== '' ? { productNo } : {}),
  }
}

/** Whether a target is given, not just the chat itself. */
export const hasTarget = ({ service, ...rest }: ChatTarget): boolean => service || Object.keys(rest).length > 0
