import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { OrderSamples, Sample, SampleRow } from '../../../contract/orders/samples.ts'
import { parseAmount } from '../../../domain/orders/samples/sample-terms.ts'
import { sampleStatuses, type SampleStatus, type SampleStep } from '../../../domain/orders/samples/sample-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { createUrlQuery, parsePositiveInt } from '../../url-query.ts'
import { isAboutSamples, sampleCalls, sampleSide } from './side-calls.ts'

interface SampleQuery {
  readonly keyword: string
  readonly status: SampleStatus | undefined
  readonly stopped: boolean
  readonly current: number
}
const address = createUrlQuery<SampleQuery>(
  (given) => ({
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    status: sampleStatuses.find((status) => status === given.get('status')),
    stopped: given.get('stopped') === 'true',
    current: parsePositiveInt(given, 'page') ?? 1,
  }),
  ({ keyword, status, stopped, current }) => ({
    keyword,
    status,
    stopped: stopped ? 'true' : undefined,
    page: current > 1 ? current : undefined,
  }),
)
export const sampleQuery = address.query
export const setSampleQuery = (change: Partial<SampleQuery>): void => address.set({ current: 1, ...change })
export const samplePageSize = 20

interface SamplePage {
  readonly total: number
  readonly data: readonly SampleRow[]
}
const page = loadable<SamplePage>()
export const samplePage: ReadableAtom<Loaded<SamplePage>> = page.state

export async function loadSamples(): Promise<void> {
  const now = address.query.get()
  if (now === null) return
  const { keyword, status, stopped, current } = now
  const wanted = { keyword, current, pageSize: samplePageSize, ...(stopped && { stopped }), ...(status && { status }) }
  await page.load(() => sampleCalls().list(wanted))
}

/** Reads the address and loads the list of a side, again on notices. Returns the stop function. */
export function startSamples(side: Side): () => void {
  sampleSide.set(side)
  const stopAddress = address.start(() => void loadSamples())
  const stopPush = onPush((event) => {
    if (isAboutSamples(event)) void loadSamples()
  })
  return () => {
    stopAddress()
    stopPush()
  }
}

const detail = loadable<Sample>()
/** The sample of the page. */
export const shownSample: ReadableAtom<Loaded<Sample>> = detail.state
const shownId = atom<number | null>(null)

export async function loadSample(): Promise<void> {
  const sampleId = shownId.get()
  if (sampleId !== null) await detail.load(() => sampleCalls().detail({ sampleId }))
}

/** Loads a sample and reloads it on notices about samples. Returns the stop function. */
export function startSample(side: Side, sampleId: number): () => void {
  sampleSide.set(side)
  if (shownId.get() !== sampleId) detail.reset()
  shownId.set(sampleId)
  void loadSample()
  return onPush((event) => {
    if (isAboutSamples(event)) void loadSample()
  })
}

const ofOrder = loadable<OrderSamples>()
/** Samples and shipments of the shown order. */
export const orderSamples: ReadableAtom<Loaded<OrderSamples>> = ofOrder.state
const shownOrder = atom<number | null>(null)
/** Samples that are chosen for labels or a shipment. */
export const chosenSamples = atom<ReadonlySet<number>>(new Set())

export async function loadOrderSamples(): Promise<void> {
  const orderId = shownOrder.get()
  if (orderId !== null) await ofOrder.load(() => sampleCalls().ofOrder({ orderId }))
}

/** Loads the samples of an order and reloads them on notices. Returns the stop function. */
export function startOrderSamples(side: Side, orderId: number): () => void {
  sampleSide.set(side)
  if (shownOrder.get() !== orderId) {
    ofOrder.reset()
    chosenSamples.set(new Set())
  }
  shownOrder.set(orderId)
  void loadOrderSamples()
  return onPush((event) => {
    if (isAboutSamples(event)) void loadOrderSamples()
  })
}

/** Dialog of the shown sample. `key` is the idempotency key of a split. */
export interface SampleDialog {
  readonly kind: 'split' | SampleStep
  readonly sample: Sample
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const sampleDialog = atom<SampleDialog | null>(null)
/** Amounts of a split as typed. */
export const splitParts = atom<readonly string[]>([])
export function openSampleDialog(kind: SampleDialog['kind'], sample: Sample): void {
  splitParts.set(['', ''])
  sampleDialog.set({ kind, sample, key: crypto.randomUUID(), sending: false, failure: null })
}
export function closeSampleDialog(): void {
  if (sampleDialog.get()?.sending !== true) sampleDialog.set(null)
}

async function send(ask: (now: SampleDialog) => Promise<Answer<Sample>>): Promise<boolean> {
  const now = sampleDialog.get()
  if (now === null || now.sending) return false
  sampleDialog.set({ ...now, sending: true, failure: null })
  const answer = await ask(now)
  if (!answer.ok) {
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    sampleDialog.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void loadSample()
    return false
  }
  sampleDialog.set(null)
  detail.show(answer.content)
  return true
}

/** Records that the shown sample was used up or destroyed. True on success. */
export const sendSampleStep = (event: SampleStep, reason: string): Promise<boolean> =>
  send(({ sample: { sampleId } }) => sampleCalls().step({ sampleId, event, reason }))

/** Amounts of a split in thousandths of the unit; undefined for what is no amount. */
export const splitAmounts = (): readonly (number | undefined)[] => splitParts.get().map(parseAmount)

/** Splits the shown sample into the typed amounts, which must all be valid. True on success. */
export const sendSplit = (): Promise<boolean> =>
  send(({ sample: { sampleId }, key }) =>
    sampleCalls().split({ sampleId, parts: splitAmounts().flatMap((part) => part ?? []) }, { idempotencyKey: key }),
  )

/** Downloads labels. Returns the failure, if any. */
export const downloadLabels = (sampleIds: readonly number[]): Promise<Failure | null> =>
  exportSheet('sample-labels', () => sampleCalls().labels({ sampleIds: [...sampleIds] }))

/** What is packed: terms of the shipment as typed. */
export interface PackDialog {
  readonly orderId: number
  readonly samples: readonly SampleRow[]
  /** Degrees and minutes as typed. */
  readonly tolerance: string
  readonly minutes: string
  readonly remark: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const packDialog = atom<PackDialog | null>(null)
export function openPacking(orderId: number, samples: readonly SampleRow[]): void {
  packDialog.set({ orderId, samples, tolerance: '0.5', minutes: '10', remark: '', sending: false, failure: null })
}
export function changePacking(change: Partial<Pick<PackDialog, 'tolerance' | 'minutes' | 'remark'>>): void {
  const now = packDialog.get()
  if (now !== null) packDialog.set({ ...now, ...change })
}
export function closePacking(): void {
  if (packDialog.get()?.sending !== true) packDialog.set(null)
}

/** Hundredths of a degree of the typed tolerance; undefined if it is none. */
export function parseTolerance(typed: string): number | undefined {
  const found = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  const tolerance = found === null ? -1 : Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return tolerance >= 0 && tolerance <= 1_000 ? tolerance : undefined
}
export const parseMinutes = (typed: string): number | undefined =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= 1_440 ? Number(typed) : undefined

/** Packs the chosen samples. Its id; undefined = refused or under way. */
export async function sendPacking(): Promise<number | undefined> {
  const now = packDialog.get()
  if (now === null || now.sending) return undefined
  const [tolerance, toleranceMinutes] = [parseTolerance(now.tolerance), parseMinutes(now.minutes)]
  if (tolerance === undefined || toleranceMinutes === undefined) return undefined
  packDialog.set({ ...now, sending: true, failure: null })
  const { orderId, samples, remark } = now
  const sampleIds = samples.map(({ sampleId }) => sampleId)
  const name = `pack:${orderId}:${sampleIds.join(',')}`
  const input = { orderId, sampleIds, tolerance, toleranceMinutes, remark: remark.trim() }
  const answer = await sampleCalls().pack(input, { idempotencyKey: getIdempotencyKey(name) })
  if (!answer.ok) {
    if (answer.failure.code !== 0) clearIdempotencyKey(name)
    packDialog.set({ ...now, sending: false, failure: answer.failure })
    return undefined
  }
  clearIdempotencyKey(name)
  packDialog.set(null)
  chosenSamples.set(new Set())
  void loadOrderSamples()
  return answer.content.shipmentId
}
