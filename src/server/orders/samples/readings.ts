import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { sampleReadings, sampleShipments, sensors } from '../../../db/tables/samples.ts'
import { sensorOfSource, sourceName } from '../../../domain/orders/samples/reading.ts'
import type { ShipmentLimits } from '../../../domain/orders/samples/temperature.ts'

/** A reading with its source and the shipment it belongs to. */
export interface PlacedReading {
  readonly source: string
  readonly takenAt: Date
  readonly seq: number
  readonly temp: number
  /** null = the sensor was with no shipment. */
  readonly shipmentId: number | null
  readonly isOutside: boolean
}

export const limitsOf = ({
  minTemp,
  maxTemp,
  tolerance,
  toleranceMinutes,
}: Pick<
  typeof sampleShipments.$inferSelect,
  'minTemp' | 'maxTemp' | 'tolerance' | 'toleranceMinutes'
>): ShipmentLimits => ({
  min: minTemp,
  max: maxTemp,
  tolerance,
  toleranceMinutes,
})

const written = z.object({ rows: z.tuple([z.object({ added: z.int(), outside: z.int() })]) })

/**
 * Writes readings once each, and marks the shipments whose readings are to be judged with the time of the earliest, in
 * one statement. Returns how many were new, and how many of these are outside the limits of their shipment.
 */
export async function writeReadings(
  tx: Db,
  readings: readonly PlacedReading[],
): Promise<{ readonly added: number; readonly outside: number }> {
  const given = JSON.stringify(
    readings.map(({ source, takenAt, seq, temp, shipmentId, isOutside }) => ({
      source,
      taken_at: takenAt.toISOString(),
      seq,
      temp,
      shipment_id: shipmentId,
      is_outside: isOutside,
    })),
  )
  const result: unknown = await tx.execute(sql`
    with added as (
      insert into ${sampleReadings} (source, taken_at, seq, temp, shipment_id, is_outside)
      select source, taken_at, seq, temp, shipment_id, is_outside
      from jsonb_to_recordset(${given}::text::jsonb) as given
        (source text, taken_at timestamptz(3), seq integer, temp integer, shipment_id integer, is_outside boolean)
      order by source, taken_at, seq
      on conflict do nothing
      returning shipment_id, taken_at, is_outside),
    due as (
      select shipment_id, min(taken_at) as from_at from added
      where is_outside and shipment_id is not null group by shipment_id),
    marked as (
      update ${sampleShipments} as shipment set due_from = least(shipment.due_from, due.from_at)
      from due where shipment.id = due.shipment_id)
    select count(*)::int as added, (count(*) filter (where is_outside))::int as outside from added`)
  const [counts] = written.parse(result).rows
  return counts
}

/** Readings of a shipment as one line each, in order: what the hash of a digest is made of. */
const readingLine = sql`${sampleReadings.source} || ' ' ||
  to_char(${sampleReadings.takenAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' ||
  ${sampleReadings.seq} || ' ' || ${sampleReadings.temp}`

/** What the deal record says of the readings of a shipment; temperatures in hundredths of a degree Celsius. */
export interface ReadingDigest {
  readonly count: number
  readonly min: number
  readonly max: number
  /** SHA-256 of all readings, one line each, in hex. */
  readonly hash: string
}

/** Digest of all readings of a shipment; null = there are none. */
export async function digestOf(db: Db, shipmentId: number): Promise<ReadingDigest | null> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      min: sql<number | null>`min(${sampleReadings.temp})`,
      max: sql<number | null>`max(${sampleReadings.temp})`,
      hash: sql<string | null>`encode(sha256(convert_to(string_agg(${readingLine}, E'\n'
        order by ${sampleReadings.takenAt}, ${sampleReadings.source} collate "C", ${sampleReadings.seq}), 'UTF8')), 'hex')`,
    })
    .from(sampleReadings)
    .where(eq(sampleReadings.shipmentId, shipmentId))
  if (row === undefined || row.min === null || row.max === null || row.hash === null) return null
  return { count: row.count, min: row.min, max: row.max, hash: row.hash }
}

/** The facts of a digest for an entry of the deal record. */
export const digestFacts = (digest: ReadingDigest | null) =>
  digest === null ? null : { count: digest.count, min: digest.min, max: digest.max, sha256: digest.hash }

/** Spans of a chart: each shows its lowest and its highest reading. */
const spans = 240

/** Readings of each source of a shipment, thinned out to the extremes of equal spans; oldest first. */
export async function loadSeries(db: Db, shipmentId: number) {
  const inShipment = eq(sampleReadings.shipmentId, shipmentId)
  const span: SQL<number> = sql`floor(extract(epoch from (${sampleReadings.takenAt} - bounds.first))
    / greatest(extract(epoch from (bounds.last - bounds.first)), 1) * ${sql.raw(String(spans))})`
  const pick = (order: SQL) => sql`
    select distinct on (${sampleReadings.source}, ${span}) ${sampleReadings.source} as source,
      ${sampleReadings.takenAt} as taken_at, ${sampleReadings.temp} as temp
    from ${sampleReadings}, bounds where ${inShipment}
    order by ${sampleReadings.source}, ${span}, ${order}`
  const rows = await db
    .select({
      source: sql<string>`picked.source`,
      at: sql<string>`to_char(picked.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      temperature: sql<number>`picked.temp`,
    })
    .from(
      sql`(with bounds as materialized (select min(${sampleReadings.takenAt}) as first, max(${sampleReadings.takenAt}) as last
          from ${sampleReadings} where ${inShipment})
        (${pick(sql`${sampleReadings.temp}, ${sampleReadings.takenAt}`)})
        union (${pick(sql`${sampleReadings.temp} desc, ${sampleReadings.takenAt}`)})) as picked`,
    )
    .orderBy(sql`picked.source`, sql`picked.taken_at`)
  const names = await sensorNames(
    db,
    rows.map(({ source }) => source),
  )
  return [...Map.groupBy(rows, ({ source }) => source)].map(([source, points]) => ({
    source: sourceName(source, names),
    points: points.map(({ at, temperature }) => ({ at, temperature })),
  }))
}

/** Names of the sensors among some sources. */
export async function sensorNames(db: Db, sources: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(sources.flatMap((source) => sensorOfSource(source) ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: sensors.id, name: sensors.name }).from(sensors).where(inArray(sensors.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
