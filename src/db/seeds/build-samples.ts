import { createHash } from 'node:crypto'
import { isInWork } from '../../domain/orders/order-states.ts'
import type { DealEvent } from '../../domain/orders/deal-record.ts'
import { sensorSource } from '../../domain/orders/samples/reading.ts'
import type { SampleStatus } from '../../domain/orders/samples/sample-states.ts'
import type { Side } from '../../domain/sides.ts'
import type {
  sampleExcursions,
  sampleReadings,
  sampleShipmentItems,
  sampleShipments,
  samples,
  sensorAssignments,
  sensors,
} from '../tables/samples.ts'
import { demoIds, type Accounts, type Organisation } from './build-accounts.ts'
import type { OrderRow, Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'

type SampleRow = typeof samples.$inferInsert & { id: number; sampleNo: string; status: SampleStatus }
type ShipmentRow = typeof sampleShipments.$inferInsert & { id: number; shipmentNo: string }

export interface Samples {
  readonly samples: readonly SampleRow[]
  readonly shipments: readonly ShipmentRow[]
  readonly items: readonly (typeof sampleShipmentItems.$inferInsert)[]
  readonly sensors: readonly (typeof sensors.$inferInsert & { id: number })[]
  readonly assignments: readonly (typeof sensorAssignments.$inferInsert & { id: number })[]
  readonly readings: readonly (typeof sampleReadings.$inferInsert)[]
  readonly excursions: readonly (typeof sampleExcursions.$inferInsert & { id: number })[]
  /** Entries of the deal record. */
  readonly deals: readonly { readonly at: Date; readonly event: DealEvent }[]
}

/** Minutes between two readings. */
const everyMinutes = 10

/**
 * Samples of an order of the demo: compounds that the supplier received and has partly used, plasma whose transport
 * became too warm and that waits for the buyer's decision, and a trial batch on its way back to the buyer.
 */
export function buildSamples(accounts: Accounts, orders: Orders, days: Calendar, log: ChangeLog): Samples {
  const order = demoOrder(accounts, orders)
  const [buyer, seller] = [companyOf(accounts, order.buyerCompanyId), companyOf(accounts, order.sellerCompanyId)]
  const person = (side: Side) => (side === 'buyer' ? buyer : seller)
  const by = (side: Side) => ({ userId: person(side).ownerId, companyId: person(side).company.id })
  const milestoneId = orders.milestones.find(({ orderId }) => orderId === order.id)?.id ?? null
  const numbered = (prefix: string, id: number, day: number) =>
    `${prefix}${days.stamp(day)}-${String(id).padStart(4, '0')}`

  const own = (id: number, day: number, side: Side) => ({
    id,
    sampleNo: numbered('SP', id, day),
    orderId: order.id,
    milestoneId,
    originSide: side,
    userId: person(side).ownerId,
    createdAt: days.at(day, '09:30'),
  })
  const compound = {
    name: 'HX-208 原料药，批号 20261101',
    kind: 'compound',
    unit: 'mg',
    storage: 'cold',
    minTemp: 200,
    maxTemp: 800,
    hazards: ['toxic'],
    note: '避光，开封前平衡至室温。',
  } as const
  const plasma = {
    name: '给药后大鼠血浆，EDTA-K2',
    kind: 'biological',
    unit: 'mL',
    storage: 'deepFrozen',
    minTemp: null,
    maxTemp: -6_000,
    hazards: ['biohazard'],
    note: '每管 0.2 mL，避免反复冻融。',
  } as const
  const trial = {
    name: 'HX-208 片剂小试样品',
    kind: 'formulation',
    unit: '片',
    storage: 'ambient',
    minTemp: 1_000,
    maxTemp: 3_000,
    hazards: [],
    note: '',
  } as const
  const rows: SampleRow[] = [
    {
      ...own(1, -9, 'buyer'),
      ...compound,
      hazards: ['toxic'],
      amount: 500_000,
      holder: 'seller',
      status: 'used_up',
      shipmentId: 1,
    },
    {
      ...own(2, -9, 'buyer'),
      ...compound,
      hazards: ['toxic'],
      amount: 500_000,
      holder: 'seller',
      status: 'split',
      shipmentId: 1,
    },
    {
      ...own(3, -4, 'buyer'),
      ...plasma,
      hazards: ['biohazard'],
      amount: 4_800,
      holder: 'seller',
      status: 'received',
      quarantine: 'quarantined',
      shipmentId: 2,
    },
    {
      ...own(4, -4, 'buyer'),
      ...compound,
      hazards: ['toxic'],
      amount: 200_000,
      parentId: 2,
      holder: 'seller',
      status: 'received',
      shipmentId: 1,
    },
    {
      ...own(5, -4, 'buyer'),
      ...compound,
      hazards: ['toxic'],
      amount: 300_000,
      parentId: 2,
      holder: 'seller',
      status: 'received',
      shipmentId: 1,
    },
    {
      ...own(6, -2, 'seller'),
      ...trial,
      hazards: [],
      amount: 120_000,
      holder: 'seller',
      status: 'shipped',
      shipmentId: 3,
    },
    { ...own(7, -2, 'buyer'), ...compound, hazards: ['toxic'], amount: 500_000, holder: 'buyer', status: 'registered' },
  ]
  const shipment = (id: number, day: number, fromSide: Side) => ({
    id,
    shipmentNo: numbered('SH', id, day),
    orderId: order.id,
    fromSide,
    packedBy: person(fromSide).ownerId,
    shippedBy: person(fromSide).ownerId,
    createdAt: days.at(day, '14:00'),
    shippedAt: days.at(day, '16:20'),
  })
  const shipments: ShipmentRow[] = [
    {
      ...shipment(1, -8, 'buyer'),
      status: 'received',
      minTemp: 200,
      maxTemp: 800,
      tolerance: 50,
      toleranceMinutes: 10,
      carrier: '顺丰医药冷运',
      trackingNo: 'SF1400287716352',
      remark: '冷藏箱，冰排 6 块',
      receivedBy: seller.ownerId,
      receivedAt: days.at(-7, '10:40'),
      condition: 'intact',
    },
    {
      ...shipment(2, -3, 'buyer'),
      status: 'received',
      minTemp: null,
      maxTemp: -6_000,
      tolerance: 100,
      toleranceMinutes: 20,
      carrier: '京东冷链',
      trackingNo: 'JDVB30417722081',
      remark: '干冰 8 kg',
      receivedBy: seller.ownerId,
      receivedAt: days.at(-2, '11:30'),
      condition: 'thawed',
      conditionNote: '到货时干冰余量约 0.5 kg',
    },
    {
      ...shipment(3, -1, 'seller'),
      status: 'shipped',
      minTemp: 1_000,
      maxTemp: 3_000,
      tolerance: 100,
      toleranceMinutes: 30,
      carrier: '顺丰速运',
      trackingNo: 'SF1400290051847',
      remark: '铝塑板，恒温箱',
    },
  ]
  const items = [
    { shipmentId: 1, sampleId: 1 },
    { shipmentId: 1, sampleId: 2 },
    { shipmentId: 2, sampleId: 3 },
    { shipmentId: 3, sampleId: 6 },
  ]
  const registered = (day: number, side: Side): Step => ({
    event: 'register',
    to: 'registered',
    at: days.at(day, '09:30'),
    ...by(side),
  })
  const sent = (day: number, side: Side, how: string): Step[] => [
    { event: 'pack', to: 'packed', at: days.at(day, '14:00'), ...by(side) },
    { event: 'ship', to: 'shipped', at: days.at(day, '16:20'), reason: how, ...by(side) },
  ]
  const arrived = (at: Date, said: string): Step => ({
    event: 'receive',
    to: 'received',
    at,
    reason: said,
    ...by('seller'),
  })
  const [firstWay, secondWay, thirdWay] = shipments.map(({ carrier, trackingNo }) => `${carrier}，${trackingNo}`)
  log.add('sample', 1, '', [
    registered(-9, 'buyer'),
    ...sent(-8, 'buyer', firstWay ?? ''),
    arrived(days.at(-7, '10:40'), '完好'),
    { event: 'useUp', to: 'used_up', at: days.at(-5, '17:10'), reason: '用于溶解度与稳定性预试', ...by('seller') },
  ])
  log.add('sample', 2, '', [
    registered(-9, 'buyer'),
    ...sent(-8, 'buyer', firstWay ?? ''),
    arrived(days.at(-7, '10:40'), '完好'),
    { event: 'split', to: 'split', at: days.at(-4, '09:30'), ...by('seller') },
  ])
  log.add('sample', 3, '', [
    registered(-4, 'buyer'),
    ...sent(-3, 'buyer', secondWay ?? ''),
    { event: 'excursion', to: 'shipped', at: days.at(-2, '07:02'), reason: '测得 -41.5 ℃，要求不高于 -60 ℃' },
    arrived(days.at(-2, '11:30'), '冷媒已融化，到货时干冰余量约 0.5 kg'),
  ])
  for (const id of [4, 5])
    log.add('sample', id, '', [{ event: 'part', to: 'received', at: days.at(-4, '09:30'), ...by('seller') }])
  log.add('sample', 6, '', [registered(-2, 'seller'), ...sent(-1, 'seller', thirdWay ?? '')])
  log.add('sample', 7, '', [registered(-2, 'buyer')])

  const sensorRow = (id: number, name: string, day: number) => ({
    id,
    companyId: buyer.company.id,
    name,
    // No credential has this hash: the sensors of the demo do not connect.
    secretHash: '-',
    userId: buyer.ownerId,
    createdAt: days.at(day, '10:00'),
  })
  const readings = [
    ...series({ from: days.at(-8, '16:20'), until: days.at(-7, '10:40'), shipmentId: 1, sensorId: 1 }, chilled),
    ...series({ from: days.at(-3, '16:20'), until: days.at(-2, '11:30'), shipmentId: 2, sensorId: 2 }, frozen),
  ]
  const warm = readings.filter(({ isOutside }) => isOutside)
  const [first, last] = [warm.at(0), warm.at(-1)]
  if (first === undefined || last === undefined) throw new Error('The demo has no excursion')
  const nos = (...ids: readonly number[]) => rows.flatMap(({ id, sampleNo }) => (ids.includes(id) ? [sampleNo] : []))
  const shipmentNo = (id: number) => shipments.find((each) => each.id === id)?.shipmentNo ?? ''
  const deal = (at: Date, event: string, side: Side | 'system', facts: DealEvent['facts']) => ({
    at,
    event: { orderId: order.id, kind: 'sample' as const, event, side, by: side === 'system' ? null : by(side), facts },
  })
  const digest = (id: number) => digestOf(readings.filter(({ shipmentId }) => shipmentId === id))
  return {
    samples: rows,
    shipments,
    items,
    sensors: [
      sensorRow(1, '冷藏箱记录仪 T-01', -20),
      sensorRow(2, '干冰箱记录仪 T-02', -20),
      { ...sensorRow(3, '旧记录仪 T-00', -60), revokedAt: days.at(-20, '10:00') },
    ],
    assignments: [
      {
        id: 1,
        sensorId: 1,
        shipmentId: 1,
        fromAt: days.at(-8, '14:10'),
        untilAt: days.at(-7, '10:40'),
        userId: buyer.ownerId,
      },
      {
        id: 2,
        sensorId: 2,
        shipmentId: 2,
        fromAt: days.at(-3, '14:10'),
        untilAt: days.at(-2, '11:30'),
        userId: buyer.ownerId,
      },
    ],
    readings,
    excursions: [
      {
        id: 1,
        shipmentId: 2,
        source: sensorSource(2),
        firstAt: first.takenAt,
        lastAt: last.takenAt,
        worst: Math.max(...warm.map(({ temp }) => temp)),
        createdAt: days.at(-2, '07:02'),
      },
    ],
    deals: [
      deal(days.at(-9, '09:30'), 'register', 'buyer', { sampleNos: nos(1, 2), name: compound.name }),
      deal(days.at(-8, '16:20'), 'ship', 'buyer', { shipmentNo: shipmentNo(1), sampleNos: nos(1, 2) }),
      deal(days.at(-7, '10:40'), 'receive', 'seller', {
        shipmentNo: shipmentNo(1),
        condition: 'intact',
        sampleNos: nos(1, 2),
        readings: digest(1),
      }),
      deal(days.at(-4, '09:30'), 'register', 'buyer', { sampleNos: nos(3), name: plasma.name }),
      deal(days.at(-3, '16:20'), 'ship', 'buyer', { shipmentNo: shipmentNo(2), sampleNos: nos(3) }),
      deal(days.at(-2, '07:02'), 'excursion', 'system', { shipmentNo: shipmentNo(2), sampleNos: nos(3) }),
      deal(days.at(-2, '11:30'), 'receive', 'seller', {
        shipmentNo: shipmentNo(2),
        condition: 'thawed',
        sampleNos: nos(3),
        readings: digest(2),
      }),
      deal(days.at(-1, '16:20'), 'ship', 'seller', { shipmentNo: shipmentNo(3), sampleNos: nos(6) }),
    ],
  }
}

/** An order between the demo's buyer and seller that is worked on, with stages where there is one. */
function demoOrder(accounts: Accounts, { orders, milestones }: Orders): OrderRow {
  const owned = (userId: number) => accounts.organisations.find(({ ownerId }) => ownerId === userId)?.company.id
  const [buyer, seller] = [owned(demoIds.buyer), owned(demoIds.seller)]
  const running = orders.filter(({ buyerCompanyId, status }) => buyerCompanyId === buyer && isInWork(status))
  const staged = (order: OrderRow) => milestones.some(({ orderId }) => orderId === order.id)
  const best = [
    running.find((order) => order.sellerCompanyId === seller && staged(order)),
    running.find((order) => order.sellerCompanyId === seller),
    running.find(staged),
    running[0],
  ].find((order) => order !== undefined)
  if (best === undefined) throw new Error('The demo has no order in work')
  return best
}

function companyOf({ organisations }: Accounts, companyId: number): Organisation {
  const found = organisations.find(({ company }) => company.id === companyId)
  if (found === undefined) throw new Error(`No company ${companyId}`)
  return found
}

interface Course {
  readonly from: Date
  readonly until: Date
  readonly shipmentId: number
  readonly sensorId: number
}
interface Measured {
  readonly temp: number
  readonly isOutside: boolean
}

/** Readings of a course; `measure` gets the share of the way, 0 to 1, and the number of the reading. */
function series({ from, until, shipmentId, sensorId }: Course, measure: (share: number, n: number) => Measured) {
  const count = Math.floor((until.getTime() - from.getTime()) / (everyMinutes * 60_000))
  return Array.from({ length: count }, (_, n) => ({
    source: sensorSource(sensorId),
    takenAt: new Date(from.getTime() + (n + 1) * everyMinutes * 60_000),
    seq: n + 1,
    shipmentId,
    ...measure(n / count, n),
  }))
}

const chilled = (share: number, n: number): Measured => ({
  temp: Math.round(480 + 110 * Math.sin(n / 9) + 60 * share),
  isOutside: false,
})
/** Dry ice that is used up before the arrival. */
function frozen(share: number, n: number): Measured {
  const temp = Math.round(-7_640 + 60 * Math.sin(n / 5) + (share > 0.74 ? (share - 0.74) * 13_500 : 0))
  return { temp, isOutside: temp > -5_900 }
}

/** As `digestOf` of server/orders/samples/readings.ts. */
function digestOf(readings: readonly (typeof sampleReadings.$inferInsert)[]) {
  const lines = readings.map(({ source, takenAt, seq, temp }) => `${source} ${takenAt.toISOString()} ${seq} ${temp}`)
  const temps = readings.map(({ temp }) => temp)
  return {
    count: readings.length,
    min: Math.min(...temps),
    max: Math.max(...temps),
    sha256: createHash('sha256').update(lines.join('\n'), 'utf8').digest('hex'),
  }
}
