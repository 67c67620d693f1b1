import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { loggerFileFaults, type LoggerFile, type SensorRow, type Shipment } from '../../../contract/orders/samples.ts'
import type { LoggerLineFault } from '../../../domain/orders/samples/logger-file.ts'
import type { ReadingFormat } from '../../../domain/orders/samples/reading.ts'
import type { ExcursionVerdict } from '../../../domain/orders/samples/sample-states.ts'
import type { ArrivalCondition } from '../../../domain/orders/samples/sample-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { createUploads } from '../../operations/uploads.ts'
import { isAboutSamples, sampleCalls, sampleSide } from './side-calls.ts'

const detail = loadable<Shipment>()
/** The shipment of the page. */
export const shownShipment: ReadableAtom<Loaded<Shipment>> = detail.state
const shownId = atom<number | null>(null)

export async function loadShipment(): Promise<void> {
  const shipmentId = shownId.get()
  if (shipmentId !== null) await detail.load(() => sampleCalls().shipment({ shipmentId }))
}

/** Loads a shipment and reloads it on notices about samples. Returns the stop function. */
export function startShipment(side: Side, shipmentId: number): () => void {
  sampleSide.set(side)
  if (shownId.get() !== shipmentId) detail.reset()
  shownId.set(shipmentId)
  void loadShipment()
  return onPush((event) => {
    if (isAboutSamples(event)) void loadShipment()
  })
}

/** Open dialog of the shipment; `excursionId` of a verdict. */
export interface ShipmentDialog {
  readonly kind: 'send' | 'cancel' | 'receive' | 'import' | 'assign' | ExcursionVerdict
  readonly excursionId: number
  readonly sending: boolean
  readonly failure: Failure | null
}
export const shipmentDialog = atom<ShipmentDialog | null>(null)
/** Sensors of the company that can be put into the shipment; null = not loaded. */
export const freeSensors = atom<readonly SensorRow[] | null>(null)
/** Photo of an arrival, and file of a logger. */
export const photoUpload = createUploads('attachment', { expected: 'JPG、PNG 或 WebP 图片' })
export const loggerUpload = createUploads('attachment', { expected: '记录仪导出的 CSV 或 TXT 文件' })

export function openShipmentDialog(kind: ShipmentDialog['kind'], excursionId = 0): void {
  shipmentDialog.set({ kind, excursionId, sending: false, failure: null })
  if (kind === 'assign') void loadFreeSensors()
}
export function closeShipmentDialog(): void {
  if (shipmentDialog.get()?.sending !== true) shipmentDialog.set(null)
}

async function loadFreeSensors(): Promise<void> {
  freeSensors.set(null)
  const answer = await sampleCalls().sensors({})
  if (answer.ok)
    freeSensors.set(answer.content.filter(({ revokedAt, shipment }) => revokedAt === null && shipment === null))
  else failDialog(answer.failure)
}

const failDialog = (failure: Failure) => {
  const now = shipmentDialog.get()
  if (now !== null) shipmentDialog.set({ ...now, sending: false, failure })
}

async function send<T>(ask: (shipmentId: number, now: ShipmentDialog) => Promise<Answer<T>>): Promise<T | undefined> {
  const [now, shipmentId] = [shipmentDialog.get(), shownId.get()]
  if (now === null || shipmentId === null || now.sending) return undefined
  shipmentDialog.set({ ...now, sending: true, failure: null })
  const answer = await ask(shipmentId, now)
  if (!answer.ok) {
    failDialog(answer.failure)
    if (answer.failure.code >= 400) void loadShipment()
    return undefined
  }
  shipmentDialog.set(null)
  return answer.content
}

async function sendStep(ask: (shipmentId: number, now: ShipmentDialog) => Promise<Answer<Shipment>>): Promise<boolean> {
  const shipment = await send(ask)
  if (shipment !== undefined) detail.show(shipment)
  return shipment !== undefined
}

/** Confirms the hand-over by the giver. True on success. */
export const sendShipment = (carrier: string, trackingNo: string): Promise<boolean> =>
  sendStep((shipmentId) => sampleCalls().send({ shipmentId, carrier, trackingNo }))
export const cancelShipment = (): Promise<boolean> => sendStep((shipmentId) => sampleCalls().cancel({ shipmentId }))

/** Confirms the hand-over by the receiver, with the uploaded photo. True on success. */
export async function receiveShipment(condition: ArrivalCondition, note: string): Promise<boolean> {
  const photoId = photoUpload.files.get().at(0)?.fileId ?? null
  const isDone = await sendStep((shipmentId) => sampleCalls().receive({ shipmentId, condition, note, photoId }))
  if (isDone) photoUpload.setFiles([])
  return isDone
}

/** The buyer's decision about the excursion of the open dialog. True on success. */
export const decideExcursion = (verdict: ExcursionVerdict, reason: string): Promise<boolean> =>
  sendStep((_shipmentId, { excursionId }) => api.orders.buyerExcursionVerdict({ excursionId, verdict, reason }))

/** Puts a sensor into the shipment. True on success. */
export async function assignSensor(sensorId: number): Promise<boolean> {
  const sensor = await send((shipmentId) => sampleCalls().assignSensor({ sensorId, shipmentId }))
  if (sensor !== undefined) void loadShipment()
  return sensor !== undefined
}

/** Takes a sensor out of the shipment. Returns the failure, if any. */
export async function takeOutSensor(sensorId: number): Promise<Failure | null> {
  const answer = await sampleCalls().assignSensor({ sensorId, shipmentId: null })
  void loadShipment()
  return answer.ok ? null : answer.failure
}

/** Lines that are wrong in the last file, with how many there are in all. */
export const loggerFaults = atom<{ readonly count: number; readonly faults: readonly LoggerLineFault[] } | null>(null)

interface Imported {
  readonly added: number
  readonly known: number
  readonly outside: number
}

/** Imports the uploaded file of a logger. What was added; undefined = refused. */
export async function importLogger(
  input: Pick<LoggerFile, 'serialNo' | 'unit' | 'offsetMinutes'>,
): Promise<Imported | undefined> {
  const file = loggerUpload.files.get().at(0)
  if (file === undefined) return undefined
  loggerFaults.set(null)
  const imported = await send((shipmentId) => sampleCalls().importLogger({ ...input, shipmentId, fileId: file.fileId }))
  if (imported === undefined) {
    const failure = shipmentDialog.get()?.failure
    if (failure?.code === failures.loggerFileWrong.code)
      loggerFaults.set(loggerFileFaults.safeParse(failure.content).data ?? null)
    return undefined
  }
  loggerUpload.setFiles([])
  detail.show(imported.shipment)
  return imported
}

/** Name of an export of readings, by which its button shows that it runs. */
export const readingsExport = (format: ReadingFormat): string => `readings-${format}`

/** Downloads the readings as a file. Returns the failure, if any. */
export async function downloadReadings(format: ReadingFormat): Promise<Failure | null> {
  const shipmentId = shownId.get()
  if (shipmentId === null) return null
  return exportSheet(readingsExport(format), () => sampleCalls().sheet({ shipmentId, format }))
}
