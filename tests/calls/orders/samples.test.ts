import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dealEntries } from '../../../src/db/tables/deal-record.ts'
import { sampleReadings, sampleShipments, samples } from '../../../src/db/tables/samples.ts'
import { checkRecords } from '../../../src/server/orders/deal-record/check-records.ts'
import { judgeDueShipments } from '../../../src/server/orders/samples/excursions.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { newKey } from '../../support/sentinels.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { noticesOf, setStatus } from '../../support/scenes/orders/order.ts'
import { orderInWork, packed, registered, sampleOf, shipped } from '../../support/scenes/orders/samples.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller2 = clientForFile(app, 'seller2')
const ops = clientForFile(app, 'ops')
const visitor = visitorForFile(app)

const newOrder = () => orderInWork(app, buyer, seller)
const once = () => ({ idempotencyKey: newKey() })
const judge = () => judgeDueShipments(app.db, { push: app.runtime.push, log: app.runtime.log })

/** Entries of the deal record about samples, oldest first. */
async function sampleEntries(orderId: number) {
  const rows = await app.db
    .select({ event: dealEntries.event, side: dealEntries.side, body: dealEntries.body })
    .from(dealEntries)
    .where(and(eq(dealEntries.orderId, orderId), eq(dealEntries.kind, 'sample')))
    .orderBy(asc(dealEntries.seq))
  return rows.map(({ body, ...row }): { event: string; side: string; body: Record<string, unknown> } => ({
    ...row,
    body: JSON.parse(body),
  }))
}

/** A CSV with a reading every ten minutes from the hand-over on; `hour` is shifted back so that none lies ahead. */
async function uploadCsv(client: Client, text: string): Promise<string> {
  const file = new File([text], 'logger.csv', { type: 'text/csv' })
  return contentOf(await client.upload('attachment', file)).fileId
}

/** Moves the hand-over of a shipment back, so that readings can lie behind it. */
const shippedHoursAgo = (shipmentId: number, hours: number) =>
  app.db
    .update(sampleShipments)
    .set({ shippedAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(sampleShipments.id, shipmentId))

const csvTime = (minutesAgo: number) =>
  new Date(Date.now() - minutesAgo * 60_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const csvOf = (...readings: readonly (readonly [minutesAgo: number, celsius: number | string])[]) =>
  ['时间,温度(℃)', ...readings.map(([minutesAgo, celsius]) => `${csvTime(minutesAgo)},${celsius}`)].join('\r\n')

const importCsv = async (client: Client, shipmentId: number, text: string) =>
  client.api.orders.buyerLoggerImport({
    shipmentId,
    fileId: await uploadCsv(client, text),
    serialNo: 'LG-7',
    unit: 'C',
    offsetMinutes: 480,
  })

describe('samples', () => {
  test('are registered once per key with numbers, labelled, and read by both companies', async () => {
    const orderId = await newOrder()
    const key = newKey()
    const input = sampleOf(orderId, { copies: 3, hazards: ['toxic'], note: '避光' })
    const made = contentOf(await buyer.api.orders.buyerSampleRegister(input, { idempotencyKey: key }))
    expect(contentOf(await buyer.api.orders.buyerSampleRegister(input, { idempotencyKey: key }))).toEqual(made)
    expect(made).toHaveLength(3)
    expect(new Set(made.map(({ sampleNo }) => sampleNo)).size).toBe(3)
    const [first] = made
    if (first === undefined) throw new Error('No sample')
    expect(first).toMatchObject({
      status: 'registered',
      isHolder: true,
      actions: ['split', 'pack', 'useUp', 'destroy'],
    })
    expect(first.sampleNo).toMatch(/^SP\d{8}-\d{4,}$/)

    const theirs = contentOf(await seller.api.orders.sellerSample({ sampleId: first.sampleId }))
    expect(theirs).toMatchObject({ note: '避光', isHolder: false, actions: [] })
    expect(contentOf(await seller.api.orders.sellerOrderSamples({ orderId })).samples).toHaveLength(3)
    expect(contentOf(await buyer.api.orders.buyerSamples({ keyword: first.sampleNo })).data).toHaveLength(1)

    const sampleIds = made.map(({ sampleId }) => sampleId)
    const { url } = contentOf(await buyer.api.orders.buyerSampleLabels({ sampleIds }))
    const text = pdfText(new Uint8Array(await (await open(app, buyer, url)).arrayBuffer()))
    for (const { sampleNo } of made) expect(text).toContain(sampleNo)
    expect(contentOf(await seller.api.orders.sampleFind({ code: `https://x/scan?code=${first.sampleNo}` }))).toEqual({
      sampleId: first.sampleId,
      sampleNo: first.sampleNo,
      side: 'seller',
    })
    expect((await sampleEntries(orderId)).map(({ event }) => event)).toEqual(['register'])
  })

  test('are not found by other companies, whatever they ask', async () => {
    const orderId = await newOrder()
    const [sample] = await registered(buyer, orderId)
    if (sample === undefined) throw new Error('No sample')
    const { sampleId } = sample
    const { shipmentId } = await shipped(buyer, [sample])
    const { sensorId } = contentOf(await buyer.api.orders.buyerSensorCreate({ name: 'T-9' }))
    const answers = [
      await buyer2.api.orders.buyerSample({ sampleId }),
      await seller2.api.orders.sellerSample({ sampleId }),
      await seller.api.orders.buyerSample({ sampleId }),
      await buyer2.api.orders.sampleFind({ code: sample.sampleNo }),
      await buyer2.api.orders.buyerOrderSamples({ orderId }),
      await buyer2.api.orders.buyerSampleRegister(sampleOf(orderId), once()),
      await buyer2.api.orders.buyerSampleSplit({ sampleId, parts: [250_000, 250_000] }, once()),
      await buyer2.api.orders.buyerSampleStep({ sampleId, event: 'destroy', reason: 'x' }),
      await buyer2.api.orders.buyerSampleLabels({ sampleIds: [sampleId] }),
      await buyer2.api.orders.buyerShipment({ shipmentId }),
      await seller2.api.orders.sellerShipmentReceive({ shipmentId, condition: 'intact' }),
      await buyer2.api.orders.buyerShipmentSheet({ shipmentId }),
      await buyer2.api.orders.buyerShipmentPack({ orderId, sampleIds: [sampleId] }, once()),
      await buyer2.api.orders.buyerSensorRevoke({ sensorId }),
      await buyer2.api.orders.buyerSensorAssign({ sensorId, shipmentId }),
      // Operators outside of a dispute.
      await ops.api.orders.disputeSamples({ disputeId: 2_000_000 }),
    ]
    expect(answers.map((answer) => failureOf(answer))).toEqual(answers.map(() => 'notFound'))
    expect(failureOf(await visitor.api.orders.buyerSamples({}))).toBe('sessionInvalid')
    expect(contentOf(await buyer2.api.orders.buyerSamples({ keyword: sample.sampleNo })).data).toEqual([])
  })

  test('are refused with their reason where the order or the input does not fit, and nothing changes', async () => {
    const orderId = await newOrder()
    expect(
      failureOf(await buyer.api.orders.buyerSampleRegister(sampleOf(orderId, { unit: '瓶', amount: 1_500 }), once())),
    ).toBe('sampleUnitWhole')
    expect(failureOf(await buyer.api.orders.buyerSampleRegister(sampleOf(orderId, { minTemp: 900 }), once()))).toBe(
      'invalidInput',
    )
    expect(
      failureOf(await buyer.api.orders.buyerSampleRegister(sampleOf(orderId, { milestoneId: 2_000_000 }), once())),
    ).toBe('notFound')
    await setStatus(app, orderId, 'completed')
    expect(failureOf(await buyer.api.orders.buyerSampleRegister(sampleOf(orderId), once()))).toBe('sampleOrderOver')
    expect(await app.db.$count(samples, eq(samples.orderId, orderId))).toBe(0)
  })

  test('are split into parts that sum up, once', async () => {
    const orderId = await newOrder()
    const [sample] = await registered(buyer, orderId)
    const sampleId = sample?.sampleId ?? 0
    const wrong = await buyer.api.orders.buyerSampleSplit({ sampleId, parts: [100_000, 300_000] }, once())
    expect(failureOf(wrong)).toBe('splitSumWrong')
    const parts = [200_000, 300_000]
    // The other side does not hold it.
    expect(failureOf(await seller.api.orders.sellerSampleSplit({ sampleId, parts }, once()))).toBe('stepNotAllowed')
    const split = contentOf(await buyer.api.orders.buyerSampleSplit({ sampleId, parts }, once()))
    expect(split).toMatchObject({ status: 'split', actions: [] })
    expect(split.parts.map(({ amount }) => amount)).toEqual(parts)
    expect(failureOf(await buyer.api.orders.buyerSampleSplit({ sampleId, parts }, once()))).toBe('stepNotAllowed')
    const [part] = split.parts
    const child = contentOf(await buyer.api.orders.buyerSample({ sampleId: part?.sampleId ?? 0 }))
    expect(child).toMatchObject({ status: 'registered', amount: 200_000, parent: { sampleId } })
    expect(child.history.map(({ event }) => event)).toEqual(['part'])
  })
})

describe('a hand-over', () => {
  test('needs both sides, and its chain of custody names them', async () => {
    const orderId = await newOrder()
    const [sample] = await registered(buyer, orderId)
    if (sample === undefined) throw new Error('No sample')
    const { shipmentId } = await packed(buyer, 'buyer', [sample])
    expect(failureOf(await seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'intact' }))).toBe(
      'stepNotAllowed',
    )
    // The receiver does not ship what it gets.
    expect(failureOf(await seller.api.orders.sellerShipmentSend({ shipmentId, carrier: '顺丰' }))).toBe(
      'stepNotAllowed',
    )
    const sent = contentOf(await buyer.api.orders.buyerShipmentSend({ shipmentId, carrier: '顺丰', trackingNo: 'SF1' }))
    expect(sent).toMatchObject({ status: 'shipped', maySend: false, mayReceive: false, receivedBy: '' })
    expect(failureOf(await buyer.api.orders.buyerShipmentReceive({ shipmentId, condition: 'intact' }))).toBe(
      'stepNotAllowed',
    )
    expect(await noticesOf(app, 'seller', `已发出样品 ${sent.shipmentNo}`)).toHaveLength(1)

    const unsaid = await seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'damaged' })
    expect(failureOf(unsaid)).toBe('invalidInput')
    const got = contentOf(
      await seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'damaged', note: '外箱压痕' }),
    )
    expect(got).toMatchObject({ status: 'received', condition: 'damaged', conditionNote: '外箱压痕' })
    expect(got.shippedBy).not.toBe('')
    expect(got.receivedBy).not.toBe('')
    const { history, isHolder, status } = contentOf(await seller.api.orders.sellerSample({ sampleId: sample.sampleId }))
    expect({ isHolder, status }).toEqual({ isHolder: true, status: 'received' })
    expect(history.map(({ event }) => event)).toEqual(['register', 'pack', 'ship', 'receive'])
    expect((await sampleEntries(orderId)).map(({ event, side }) => [event, side])).toEqual([
      ['register', 'buyer'],
      ['ship', 'buyer'],
      ['receive', 'seller'],
    ])
    expect((await checkRecords(app.db, [orderId]))[0]?.broken).toBeNull()

    // Back to the buyer: a return.
    const back = await packed(seller, 'seller', [sample])
    contentOf(await seller.api.orders.sellerShipmentSend({ shipmentId: back.shipmentId, carrier: '当面交接' }))
    contentOf(await buyer.api.orders.buyerShipmentReceive({ shipmentId: back.shipmentId, condition: 'intact' }))
    expect(contentOf(await buyer.api.orders.buyerSample({ sampleId: sample.sampleId })).status).toBe('returned')
  })

  test('confirmed in two browsers at once is confirmed once on each side', async () => {
    const orderId = await newOrder()
    const made = await registered(buyer, orderId)
    const { shipmentId } = await packed(buyer, 'buyer', made)
    const codesOf = (answers: readonly Awaited<ReturnType<typeof buyer.api.orders.buyerShipmentSend>>[]) =>
      answers.map((answer) => (answer.ok ? 'done' : failureOf(answer))).toSorted()
    const sent = await Promise.all(
      ['SF1', 'SF2'].map((trackingNo) =>
        buyer.api.orders.buyerShipmentSend({ shipmentId, carrier: '顺丰', trackingNo }),
      ),
    )
    expect(codesOf(sent)).toEqual(['done', 'stepNotAllowed'])
    const got = await Promise.all([
      seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'intact' }),
      seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'thawed', note: '冰排已软' }),
    ])
    expect(codesOf(got)).toEqual(['done', 'stepNotAllowed'])
    // What stands is what the confirmed answer said, and the record has each side once.
    const shown = contentOf(await buyer.api.orders.buyerShipment({ shipmentId }))
    const confirmed = got.flatMap((answer) => (answer.ok ? [answer.content] : []))
    expect(confirmed.map(({ condition, conditionNote }) => ({ condition, conditionNote }))).toEqual([
      { condition: shown.condition, conditionNote: shown.conditionNote },
    ])
    const moves = (await sampleEntries(orderId)).map(({ event, side }) => [event, side])
    expect(moves).toEqual([
      ['register', 'buyer'],
      ['ship', 'buyer'],
      ['receive', 'seller'],
    ])
    const { history } = contentOf(await seller.api.orders.sellerSample({ sampleId: made[0]?.sampleId ?? 0 }))
    expect(history.map(({ event }) => event)).toEqual(['register', 'pack', 'ship', 'receive'])
  })

  test('cancelled and sent at once is one of the two', async () => {
    const orderId = await newOrder()
    const { shipmentId } = await packed(buyer, 'buyer', await registered(buyer, orderId))
    const answers = await Promise.all([
      buyer.api.orders.buyerShipmentSend({ shipmentId, carrier: '顺丰' }),
      buyer.api.orders.buyerShipmentCancel({ shipmentId }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const { status, samples: held } = contentOf(await buyer.api.orders.buyerShipment({ shipmentId }))
    expect([status, held[0]?.status]).toEqual(
      status === 'shipped' ? ['shipped', 'shipped'] : ['cancelled', 'registered'],
    )
  })

  test('a cancelled packing puts the samples back to where they were', async () => {
    const orderId = await newOrder()
    const made = await registered(buyer, orderId, { copies: 2 })
    const { shipmentId } = await packed(buyer, 'buyer', made)
    const twice = { orderId, sampleIds: [made[0]?.sampleId ?? 0] }
    expect(failureOf(await buyer.api.orders.buyerShipmentPack(twice, once()))).toBe('sampleNotPackable')
    contentOf(await buyer.api.orders.buyerShipmentCancel({ shipmentId }))
    expect(failureOf(await buyer.api.orders.buyerShipmentSend({ shipmentId, carrier: '顺丰' }))).toBe('stepNotAllowed')
    const { samples: rows } = contentOf(await buyer.api.orders.buyerOrderSamples({ orderId }))
    expect(rows.map(({ status }) => status)).toEqual(['registered', 'registered'])
  })

  test('samples whose limits exclude each other are not packed together', async () => {
    const orderId = await newOrder()
    const cold = await registered(buyer, orderId)
    const frozen = await registered(buyer, orderId, { storage: 'frozen', minTemp: -2_500, maxTemp: -1_500 })
    const sampleIds = [...cold, ...frozen].map(({ sampleId }) => sampleId)
    expect(failureOf(await buyer.api.orders.buyerShipmentPack({ orderId, sampleIds }, once()))).toBe(
      'shipmentLimitsClash',
    )
  })
})

describe('an excursion', () => {
  /** A received sample whose logger file has an excursion. */
  async function warmed() {
    const orderId = await newOrder()
    const made = await registered(buyer, orderId, { copies: 2 })
    const { shipmentId } = await shipped(buyer, made, { tolerance: 50, toleranceMinutes: 10 })
    await shippedHoursAgo(shipmentId, 5)
    contentOf(await seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'intact' }))
    const text = csvOf([200, 5], [190, 9], [180, 9.5], [170, 9], [160, 5])
    const imported = contentOf(await importCsv(buyer, shipmentId, text))
    return { orderId, made, shipmentId, imported, text }
  }

  test('stops the samples and their parts until the buyer decides, and is in the deal record', async () => {
    const { orderId, made, shipmentId, imported, text } = await warmed()
    expect(imported).toMatchObject({ added: 5, known: 0, outside: 3 })
    const [excursion] = imported.shipment.excursions
    expect(excursion).toMatchObject({ worst: 950, verdict: null })
    expect(await noticesOf(app, 'seller', `样品运输 ${imported.shipment.shipmentNo} 超温`)).toHaveLength(1)
    expect(await noticesOf(app, 'buyer', `样品运输 ${imported.shipment.shipmentNo} 超温`)).toHaveLength(1)
    const sampleId = made[0]?.sampleId ?? 0
    expect(contentOf(await seller.api.orders.sellerSample({ sampleId }))).toMatchObject({
      quarantine: 'quarantined',
      actions: [],
    })
    const use = { sampleId, event: 'useUp' as const, reason: '检测' }
    expect(failureOf(await seller.api.orders.sellerSampleStep(use))).toBe('sampleQuarantined')
    expect(failureOf(await seller.api.orders.sellerSampleSplit({ sampleId, parts: [250_000, 250_000] }, once()))).toBe(
      'sampleQuarantined',
    )
    expect(failureOf(await seller.api.orders.sellerShipmentPack({ orderId, sampleIds: [sampleId] }, once()))).toBe(
      'sampleNotPackable',
    )

    // The file again changes nothing and opens nothing.
    const again = contentOf(await importCsv(buyer, shipmentId, text))
    expect(again).toMatchObject({ added: 0, known: 5, outside: 0 })
    expect(again.shipment.excursions).toHaveLength(1)

    const decision = { excursionId: excursion?.excursionId ?? 0, verdict: 'use' as const, reason: '稳定性数据支持' }
    expect(failureOf(await buyer2.api.orders.buyerExcursionVerdict(decision))).toBe('notFound')
    const decided = contentOf(await buyer.api.orders.buyerExcursionVerdict(decision))
    expect(decided).toMatchObject({ undecided: 0, mayDecide: false })
    expect(failureOf(await buyer.api.orders.buyerExcursionVerdict(decision))).toBe('excursionDecided')
    contentOf(await seller.api.orders.sellerSampleStep(use))
    const entries = await sampleEntries(orderId)
    expect(entries.map(({ event }) => event)).toEqual([
      'register',
      'ship',
      'receive',
      'readings',
      'excursion',
      'use',
      'useUp',
    ])
    const { hash, ...sums } = decided.digest ?? { hash: '' }
    expect(entries.find(({ event }) => event === 'use')?.body['readings']).toEqual({ ...sums, sha256: hash })
    expect(sums).toEqual({ count: 5, min: 500, max: 950 })
    expect((await checkRecords(app.db, [orderId]))[0]?.broken).toBeNull()
  })

  test('a sample that is to be destroyed can only be destroyed', async () => {
    const { made, imported } = await warmed()
    const excursionId = imported.shipment.excursions[0]?.excursionId ?? 0
    contentOf(await buyer.api.orders.buyerExcursionVerdict({ excursionId, verdict: 'destroy', reason: '超出允许范围' }))
    const sampleId = made[0]?.sampleId ?? 0
    expect(contentOf(await seller.api.orders.sellerSample({ sampleId }))).toMatchObject({
      quarantine: 'condemned',
      actions: ['destroy'],
    })
    expect(failureOf(await seller.api.orders.sellerSampleStep({ sampleId, event: 'useUp', reason: '检测' }))).toBe(
      'sampleQuarantined',
    )
    contentOf(await seller.api.orders.sellerSampleStep({ sampleId, event: 'destroy', reason: '焚烧，两人见证' }))
  })

  test('parts that were made before the readings came are stopped as well', async () => {
    const orderId = await newOrder()
    const [sample] = await registered(buyer, orderId)
    if (sample === undefined) throw new Error('No sample')
    const { shipmentId } = await shipped(buyer, [sample])
    await shippedHoursAgo(shipmentId, 5)
    contentOf(await seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'intact' }))
    const parts = [200_000, 300_000]
    const split = contentOf(await seller.api.orders.sellerSampleSplit({ sampleId: sample.sampleId, parts }, once()))
    contentOf(await importCsv(buyer, shipmentId, csvOf([100, 20])))
    for (const { sampleId } of split.parts)
      expect(contentOf(await seller.api.orders.sellerSample({ sampleId })).quarantine).toBe('quarantined')
    expect(contentOf(await seller.api.orders.sellerSample({ sampleId: sample.sampleId })).quarantine).toBe('none')
  })

  test('readings that a killed process has not judged are judged by the job, once', async () => {
    const orderId = await newOrder()
    const made = await registered(buyer, orderId)
    const { shipmentId } = await shipped(buyer, made)
    const takenAt = new Date()
    await app.db
      .insert(sampleReadings)
      .values({ source: 'sensor:9999', takenAt, shipmentId, temp: 2_000, isOutside: true })
    await app.db.update(sampleShipments).set({ dueFrom: takenAt }).where(eq(sampleShipments.id, shipmentId))
    await Promise.all([judge(), judge()])
    await judge()
    const shown = contentOf(await buyer.api.orders.buyerShipment({ shipmentId }))
    expect(shown.excursions).toHaveLength(1)
    expect((await sampleEntries(orderId)).filter(({ event }) => event === 'excursion')).toHaveLength(1)
    // A stopped sample arrives all the same.
    contentOf(await seller.api.orders.sellerShipmentReceive({ shipmentId, condition: 'intact' }))
  })

  test('grows with its run from where it began; readings before the mark are not judged again', async () => {
    const { shipmentId } = await shipped(buyer, await registered(buyer, await newOrder()))
    const now = Date.now()
    const ago = (minutes: number) => new Date(now - minutes * 60_000)
    const source = 'sensor:9998'
    const write = async (...given: readonly (readonly [minutesAgo: number, temp: number])[]) => {
      const rows = given.map(([minutes, temp]) => ({ takenAt: ago(minutes), temp, isOutside: temp > 800 }))
      await app.db.insert(sampleReadings).values(rows.map((row) => ({ source, shipmentId, ...row })))
    }
    const judgeSince = async (minutes: number) => {
      await app.db
        .update(sampleShipments)
        .set({ dueFrom: ago(minutes) })
        .where(eq(sampleShipments.id, shipmentId))
      await judge()
      return contentOf(await buyer.api.orders.buyerShipment({ shipmentId })).excursions
    }
    await write([60, 1_500], [50, 500], [40, 1_000], [30, 1_100])
    const [opened] = await judgeSince(30)
    expect(opened).toMatchObject({ firstAt: ago(40).toISOString(), lastAt: ago(30).toISOString(), worst: 1_100 })
    await write([20, 1_200])
    expect(await judgeSince(20)).toMatchObject([
      {
        excursionId: opened?.excursionId,
        firstAt: ago(40).toISOString(),
        lastAt: ago(20).toISOString(),
        worst: 1_200,
      },
    ])
    // A late reading is judged with its own time.
    expect(await judgeSince(60)).toHaveLength(2)
  })
})

describe('a logger file', () => {
  async function onTheWay() {
    const { shipmentId } = await shipped(buyer, await registered(buyer, await newOrder()))
    await shippedHoursAgo(shipmentId, 5)
    return shipmentId
  }

  test('with a wrong line is refused with its number, and nothing is written', async () => {
    const shipmentId = await onTheWay()
    const answer = await importCsv(buyer, shipmentId, csvOf([100, 5], [90, 'warm'], [80, 5]))
    expect(answer.ok ? null : answer.failure.content).toMatchObject({
      count: 1,
      faults: [{ line: 3, fault: 'temperature', found: 'warm' }],
    })
    expect(failureOf(answer)).toBe('loggerFileWrong')
    expect(contentOf(await buyer.api.orders.buyerShipment({ shipmentId })).digest).toBeNull()
  })

  test('is read in ℉ and in its time zone, and only between hand-over and receipt', async () => {
    const shipmentId = await onTheWay()
    const utc = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 19)
    const text = ['Time;Temp (F)', `${utc(600)};41`, `${utc(60)};41`, `${utc(50)};42.8`].join('\n')
    const fileId = await uploadCsv(buyer, text)
    const input = { shipmentId, fileId, serialNo: 'LG-7', unit: 'F' as const, offsetMinutes: 0 }
    const { added, shipment } = contentOf(await buyer.api.orders.buyerLoggerImport(input))
    expect(added).toBe(2)
    expect(shipment.digest).toMatchObject({ count: 2, min: 500, max: 600 })
    const sheet = contentOf(await buyer.api.orders.buyerShipmentSheet({ shipmentId }))
    expect(sheet.name).toMatch(/\.xlsx$/)
    const csv = contentOf(await buyer.api.orders.buyerShipmentSheet({ shipmentId, format: 'csv' }))
    expect(csv.name).toMatch(/\.csv$/)
    const lines = (await (await open(app, buyer, csv.url)).text()).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+\.000Z,0,"记录仪 LG-7",5,$/)
  })

  test('without readings, too long, or of another time is refused by name', async () => {
    const shipmentId = await onTheWay()
    expect(failureOf(await importCsv(buyer, shipmentId, '时间,温度'))).toBe('loggerFileEmpty')
    expect(failureOf(await importCsv(buyer, shipmentId, csvOf([6_000, 5])))).toBe('loggerOutsideShipment')
    const long = `时间,温度\n${'2026-01-01 00:00,5\n'.repeat(60_010)}`
    expect(failureOf(await importCsv(buyer, shipmentId, long))).toBe('loggerFileLong')
    const packing = await packed(buyer, 'buyer', await registered(buyer, await newOrder()))
    expect(failureOf(await importCsv(buyer, packing.shipmentId, csvOf([10, 5])))).toBe('stepNotAllowed')
  })
})
