import type { LoggerFile, samplesCalls } from '../../../contract/orders/samples.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { loggerSource, type Reading } from '../../../domain/orders/samples/reading.ts'
import { takesLoggerFiles } from '../../../domain/orders/samples/sample-states.ts'
import { isOutside } from '../../../domain/orders/samples/temperature.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { ownFile } from '../../platform/files/files.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { fileWork } from '../../work/work-pool.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { judgeShipment } from './excursions.ts'
import { digestFacts, digestOf, limitsOf, writeReadings } from './readings.ts'
import { findShipment, lockShipment, type ShipmentRecord, type SideContext } from './sample-rows.ts'
import { presentShipment } from './shipments.ts'

/** Largest file that is read. */
const maxBytes = 8 * 1024 * 1024

/** The part of a logger's readings that were made between hand-over and receipt. */
const readingsOf = ({ shippedAt, receivedAt }: ShipmentRecord, readings: readonly Reading[]): Reading[] =>
  readings.filter(({ at }) => shippedAt !== null && at >= shippedAt && (receivedAt === null || at <= receivedAt))

/** Reads a file in a worker thread, then writes what belongs to the shipment and judges it, all or nothing. */
async function importLogger(side: Side, input: LoggerFile, context: SideContext) {
  const { caller, db, providers } = context
  const { shipmentId, fileId, serialNo, unit, offsetMinutes } = input
  const { shipment: shown } = await findShipment(db, side, caller.companyId, shipmentId)
  if (!takesLoggerFiles(shown.status)) throw new CallFailed('stepNotAllowed')
  const file = await ownFile(db, fileId, caller, 'attachment')
  if (file.size > maxBytes) throw new CallFailed('loggerFileLong')
  const bytes = new Uint8Array(await providers.storage.read(file.storageKey))
  const { readings, faults, faultCount } = await fileWork.run(
    'parseLogger',
    { bytes, format: { unit, offsetMinutes }, now: Date.now() },
    { key: `company ${caller.companyId}`, transfer: [bytes.buffer] },
  )
  if (faultCount > 0) throw new CallFailed('loggerFileWrong', { faults, count: faultCount })
  return db.transaction(async (tx) => {
    const { order, shipment } = await lockShipment(tx, side, caller.companyId, shipmentId)
    const own = readingsOf(shipment, readings)
    if (own.length === 0) throw new CallFailed('loggerOutsideShipment')
    const source = loggerSource(shipmentId, serialNo)
    const limits = limitsOf(shipment)
    const placed = own.map(({ at, seq, temperature }) => ({
      source,
      takenAt: at,
      seq,
      temp: temperature,
      shipmentId,
      isOutside: isOutside(temperature, limits),
    }))
    const { added, outside } = await writeReadings(tx, placed)
    if (added > 0) {
      const digest = digestFacts(await digestOf(tx, shipmentId))
      const facts = { shipmentNo: shipment.shipmentNo, serialNo, sha256: file.sha256, added, readings: digest }
      await recordDeal(tx, [{ orderId: order.id, kind: 'sample', event: 'readings', side, by: actorOf(caller), facts }])
    }
    if (outside > 0) await judgeShipment(tx, context, order, shipment)
    context.note(`${shipment.shipmentNo}，${serialNo}`)
    return {
      added,
      known: own.length - added,
      outside,
      shipment: await presentShipment(side, shipmentId, { caller, db: tx }),
    }
  })
}

export const buyerLoggerImport: Handler<typeof samplesCalls.buyerLoggerImport> = (input, context) =>
  importLogger('buyer', input, context)
export const sellerLoggerImport: Handler<typeof samplesCalls.sellerLoggerImport> = (input, context) =>
  importLogger('seller', input, context)
