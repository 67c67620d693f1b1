import { allowedEvents, nextState, type StateLabel, type Transitions } from '../../transition.ts'

/** States of a sample. `split`: its amount is in its parts. */
export const sampleStatuses = [
  'registered',
  'packed',
  'shipped',
  'received',
  'returned',
  'split',
  'used_up',
  'destroyed',
] as const
export type SampleStatus = (typeof sampleStatuses)[number]

export type SampleEvent =
  'split' | 'pack' | 'unpack' | 'restore' | 'ship' | 'receive' | 'takeBack' | 'useUp' | 'destroy'
/** `holder`: the side that has the sample; `other`: the side that receives it. */
export type SampleActor = 'holder' | 'other'

/**
 * Steps of a sample. `unpack` puts one that never left back to its place, `restore` one that was received; `takeBack` is
 * the receipt by the side that registered it.
 */
export const sampleTransitions: Transitions<SampleStatus, SampleEvent, SampleActor> = [
  { from: ['registered', 'received'], event: 'split', actor: ['holder'], to: 'split' },
  { from: ['registered', 'received'], event: 'pack', actor: ['holder'], to: 'packed' },
  { from: ['packed'], event: 'unpack', actor: ['holder'], to: 'registered' },
  { from: ['packed'], event: 'restore', actor: ['holder'], to: 'received' },
  { from: ['packed'], event: 'ship', actor: ['holder'], to: 'shipped' },
  { from: ['shipped'], event: 'receive', actor: ['other'], to: 'received' },
  { from: ['shipped'], event: 'takeBack', actor: ['other'], to: 'returned' },
  { from: ['registered', 'received', 'returned'], event: 'useUp', actor: ['holder'], to: 'used_up' },
  { from: ['registered', 'received', 'returned'], event: 'destroy', actor: ['holder'], to: 'destroyed' },
]

/** Whether a sample may still be used. `condemned`: the buyer decided that it is to be destroyed. */
export const quarantines = ['none', 'quarantined', 'released', 'condemned'] as const
export type Quarantine = (typeof quarantines)[number]
/** What the buyer decides about samples of an excursion. */
export const excursionVerdicts = ['use', 'destroy'] as const
export type ExcursionVerdict = (typeof excursionVerdicts)[number]

/** The owner of the samples is the buyer of the order, whoever holds them. */
export const quarantineTransitions: Transitions<Quarantine, 'excursion' | ExcursionVerdict, 'owner' | 'system'> = [
  { from: ['none', 'released'], event: 'excursion', actor: ['system'], to: 'quarantined' },
  { from: ['quarantined'], event: 'use', actor: ['owner'], to: 'released' },
  { from: ['quarantined'], event: 'destroy', actor: ['owner'], to: 'condemned' },
]

export const shipmentStatuses = ['packing', 'shipped', 'received', 'cancelled'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]
export type ShipmentEvent = 'ship' | 'cancel' | 'receive'

/** A hand-over needs both sides: the giver ships, the receiver confirms the receipt. */
export const shipmentTransitions: Transitions<ShipmentStatus, ShipmentEvent, 'giver' | 'receiver'> = [
  { from: ['packing'], event: 'ship', actor: ['giver'], to: 'shipped' },
  { from: ['packing'], event: 'cancel', actor: ['giver'], to: 'cancelled' },
  { from: ['shipped'], event: 'receive', actor: ['receiver'], to: 'received' },
]

/** Steps that people make by their own button. */
export const sampleSteps = ['useUp', 'destroy'] as const
export type SampleStep = (typeof sampleSteps)[number]
export const sampleActions = ['split', 'pack', ...sampleSteps] as const
export type SampleAction = (typeof sampleActions)[number]

/** Whether an action is stopped by the quarantine of a sample: a condemned one can only be destroyed. */
export const isStopped = (quarantine: Quarantine, event: SampleEvent): boolean =>
  quarantine === 'quarantined'
    ? event !== 'unpack' && event !== 'restore' && event !== 'receive' && event !== 'takeBack'
    : quarantine === 'condemned' && (event === 'split' || event === 'pack' || event === 'useUp' || event === 'ship')

/** Actions of the side that holds the sample; none for the other side. */
export function allowedSampleActions(
  { status, quarantine }: { readonly status: SampleStatus; readonly quarantine: Quarantine },
  isHolder: boolean,
): SampleAction[] {
  const events = allowedEvents(sampleTransitions, status, isHolder ? 'holder' : 'other')
  return sampleActions.filter((action) => events.includes(action) && !isStopped(quarantine, action))
}

export const allowedShipmentEvents = (status: ShipmentStatus, isGiver: boolean): ShipmentEvent[] =>
  allowedEvents(shipmentTransitions, status, isGiver ? 'giver' : 'receiver')

/** The amount is gone: the sample can be neither moved nor quarantined. */
export const isSampleOver = (status: SampleStatus): boolean =>
  status === 'split' || status === 'used_up' || status === 'destroyed'
/** Statuses of samples that still exist. */
export const keptStatuses: readonly SampleStatus[] = sampleStatuses.filter((status) => !isSampleOver(status))
/** Sensors are assigned to a shipment until it has arrived. */
export const takesSensors = (status: ShipmentStatus): boolean => status === 'packing' || status === 'shipped'
/** Logger files are read of shipments that left. */
export const takesLoggerFiles = (status: ShipmentStatus): boolean => status === 'shipped' || status === 'received'
export const isQuarantined = (quarantine: Quarantine): boolean => quarantine === 'quarantined'
export const isCondemned = (quarantine: Quarantine): boolean => quarantine === 'condemned'

/** Receipt of a sample: by the side that registered it, it is a return. */
export const receiptEvent = (sample: { readonly originSide: string; readonly holder: string }): SampleEvent =>
  sample.originSide === sample.holder ? 'receive' : 'takeBack'
/** A sample leaves a cancelled shipment to where it was. */
export const unpackEvent = (sample: { readonly originSide: string; readonly holder: string }): SampleEvent =>
  sample.originSide === sample.holder ? 'unpack' : 'restore'

/** State of a sample after an excursion; undefined where nothing is left to stop, or it is stopped already. */
export const quarantineAfterExcursion = (sample: {
  readonly status: SampleStatus
  readonly quarantine: Quarantine
}): Quarantine | undefined =>
  isSampleOver(sample.status) ? undefined : nextState(quarantineTransitions, sample.quarantine, 'excursion', 'system')

const statusLabels: Readonly<Record<SampleStatus, StateLabel>> = {
  registered: { label: '已登记', tone: 'go' },
  packed: { label: '已装箱', tone: 'go' },
  shipped: { label: '运输中', tone: 'go' },
  received: { label: '已签收', tone: 'good' },
  returned: { label: '已退还', tone: 'good' },
  split: { label: '已分样', tone: 'mute' },
  used_up: { label: '已用完', tone: 'mute' },
  destroyed: { label: '已销毁', tone: 'mute' },
}
export const sampleStatusLabel = (status: SampleStatus): StateLabel => statusLabels[status]

const quarantineLabels: Readonly<Record<Quarantine, StateLabel | null>> = {
  none: null,
  quarantined: { label: '隔离中', tone: 'bad' },
  released: null,
  condemned: { label: '待销毁', tone: 'bad' },
}
/** What is to be seen before its status; null = nothing. A destroyed sample waits for nothing. */
export const quarantineLabel = (quarantine: Quarantine, status: SampleStatus): StateLabel | null =>
  isSampleOver(status) ? null : quarantineLabels[quarantine]

/** Label of a shipment as one side reads it. */
export function shipmentLabel(status: ShipmentStatus, isGiver: boolean): StateLabel {
  switch (status) {
    case 'packing':
      return isGiver ? { label: '待发出', tone: 'act' } : { label: '对方备货中', tone: 'go' }
    case 'shipped':
      return isGiver ? { label: '待对方签收', tone: 'go' } : { label: '待您签收', tone: 'act' }
    case 'received':
      return { label: '双方已交接', tone: 'good' }
    case 'cancelled':
      return { label: '已取消', tone: 'mute' }
  }
}

export const verdictLabels: Readonly<Record<ExcursionVerdict, string>> = { use: '继续使用', destroy: '销毁' }

export const sampleActionLabels: Readonly<Record<SampleAction, string>> = {
  split: '分样',
  pack: '装箱',
  useUp: '登记用完',
  destroy: '登记销毁',
}

/** Steps in the chain of custody, in words. */
export const sampleEventLabels: Readonly<Record<string, string>> = {
  register: '登记样品',
  part: '由分样产生',
  split: '分样',
  pack: '装箱',
  unpack: '移出运输箱',
  restore: '移出运输箱',
  ship: '交出并发运',
  receive: '签收',
  takeBack: '收回',
  useUp: '用完',
  destroy: '销毁',
  excursion: '运输超温，样品隔离',
  use: '买家决定：继续使用',
  condemn: '买家决定：销毁',
}

interface Descent {
  readonly id: number
  readonly parentId: number | null
}

/** What came out of some samples: themselves and the parts that were made of them. */
export function withParts<S extends Descent>(all: readonly S[], ids: readonly number[]): S[] {
  const found = new Set(ids)
  // A part has a higher id than what it was made of.
  const ordered = all.toSorted((a, b) => a.id - b.id)
  for (const { id, parentId } of ordered) if (parentId !== null && found.has(parentId)) found.add(id)
  return ordered.filter(({ id }) => found.has(id))
}
