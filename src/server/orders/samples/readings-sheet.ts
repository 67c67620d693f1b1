import { eq } from 'drizzle-orm'
import type { samplesCalls } from '../../../contract/orders/samples.ts'
import { sampleReadings } from '../../../db/tables/samples.ts'
import { readingsCsv, sourceName } from '../../../domain/orders/samples/reading.ts'
import { formatLimits } from '../../../domain/orders/samples/temperature.ts'
import type { Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { saveGeneratedFile, saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { createWorkbook } from '../../platform/workbooks/create-workbook.ts'
import { sensorNames } from './readings.ts'
import { findShipment, type SideContext } from './sample-rows.ts'

/** Readings in a file; one with more has that in its name. */
const maxRows = 100_000

/** The readings of a shipment, oldest first. */
async function exportReadings(
  side: Side,
  { shipmentId, format }: Parameters<Handler<typeof samplesCalls.buyerShipmentSheet>>[0],
  { caller, db, providers }: SideContext,
) {
  const { shipment } = await findShipment(db, side, caller.companyId, shipmentId)
  const found = await db
    .select()
    .from(sampleReadings)
    .where(eq(sampleReadings.shipmentId, shipmentId))
    .orderBy(sampleReadings.takenAt, sampleReadings.source, sampleReadings.seq)
    .limit(maxRows + 1)
  const names = await sensorNames(
    db,
    found.map(({ source }) => source),
  )
  const readings = found.slice(0, maxRows).map(({ takenAt, seq, source, temp, isOutside }) => ({
    at: takenAt,
    seq,
    source: sourceName(source, names),
    temperature: temp,
    isOutside,
  }))
  const part = found.length > maxRows ? `（前 ${maxRows} 条）` : ''
  const title = `温度记录 ${shipment.shipmentNo}${part}`
  if (format === 'csv') {
    const bytes = new TextEncoder().encode(readingsCsv(readings))
    const { url, name } = await saveGeneratedFile({ db, providers }, caller, { title, kind: 'csv', bytes })
    return { url, name }
  }
  const bytes = await createWorkbook(
    [
      {
        sheet: '温度记录',
        widths: [20, 24, 12, 10, 16],
        head: ['时间', '来源', '温度（℃）', '是否超温', '温度要求'],
        rows: readings.map(({ at, source, temperature, isOutside }) => [
          dateTime(at.toISOString()),
          source,
          temperature / 100,
          isOutside ? '超温' : '',
          formatLimits({ min: shipment.minTemp, max: shipment.maxTemp }).replaceAll('\u00A0', ' '),
        ]),
      },
    ],
    `company ${caller.companyId}`,
  )
  return saveGeneratedSheet({ db, providers }, caller, title, bytes)
}

export const buyerShipmentSheet: Handler<typeof samplesCalls.buyerShipmentSheet> = (input, context) =>
  exportReadings('buyer', input, context)
export const sellerShipmentSheet: Handler<typeof samplesCalls.sellerShipmentSheet> = (input, context) =>
  exportReadings('seller', input, context)
