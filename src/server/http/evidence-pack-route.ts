import { CallFailed } from '../../contract/failures.ts'
import { AdmissionLimit, Overloaded } from '../../domain/operations/admission-limit.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'
import { findDisputedOrder, findSideOrder, type RecordOrder } from '../orders/deal-record/read-record.ts'
import { createSupplements } from '../orders/change-orders/supplement.ts'
import { createContract } from '../orders/documents/order-contract.ts'
import { createEvidencePack } from '../orders/evidence-pack/evidence-pack.ts'
import { matchChangedOrders } from '../orders/matching/refresh-matches.ts'
import { recordOperation } from '../platform/history/operation-log.ts'
import type { FileRow } from '../platform/files/files.ts'
import type { Caller, RequestFacts } from '../handler.ts'
import type { Runtime } from '../runtime.ts'
import { findSession } from '../session/find-caller.ts'
import { fileNotFound } from './file-route.ts'
import { pageRequestFacts } from './request-facts.ts'
import { contentPolicies } from './security-headers.ts'

/** Packs written at once by this process, one of a person, and how many may wait for how long. */
const packs = new AdmissionLimit({ room: 4, perKey: 1, queue: 20, patience: 30_000 })
const maxPerMinute = 6

type PackRuntime = Pick<Runtime, 'db' | 'config' | 'providers' | 'push' | 'log' | 'refusals' | 'limits'>

/**
 * GET /files/evidence-pack/{buyer|seller}/{orderId} and /files/evidence-pack/operator/{disputeId}: the evidence pack of
 * an order as a ZIP archive, for its two sides with the permission for their orders, and for operators while it is
 * disputed. Anything else is 404, as for other private files. The download is in the operation log.
 */
export async function serveEvidencePack(
  runtime: PackRuntime,
  { side, id }: { readonly side: string; readonly id: string },
  headers: Headers,
): Promise<Response> {
  const { db, config, refusals, limits } = runtime
  const facts = pageRequestFacts(headers, config)
  const { caller, halfMissingOf } = await findSession(db, facts, config)
  const refuse = () => {
    const reason = halfMissingOf === undefined ? 'fileRefused' : 'sessionHalfMissing'
    refusals.note({ reason, path: '/files', address: facts.ip ?? '', userId: caller?.userId ?? halfMissingOf })
    return fileNotFound()
  }
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0
  if (caller === null || caller.viewerId !== undefined || number === 0 || number >= 2 ** 31) return refuse()
  const found = await findOrder(runtime, caller, side, number)
  if (found === undefined) return refuse()
  if (!(await limits.within('pack', `u${caller.userId}`, { max: maxPerMinute, seconds: 60 }))) return tooMany()
  const leave = await packs.take({ key: `u${caller.userId}` }).catch((err: unknown) => {
    if (err instanceof Overloaded) return undefined
    throw err
  })
  if (leave === undefined) return tooMany()
  try {
    return await answer(runtime, { caller, facts, ...found }, leave)
  } catch (err) {
    leave()
    throw err
  }
}

const tooMany = (): Response =>
  new Response('下载过于频繁，请稍后重试', {
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.none, 'retry-after': '30' },
  })

interface FoundOrder {
  readonly order: RecordOrder
  readonly side: 'buyer' | 'seller' | 'operator'
}

async function findOrder(
  { db }: PackRuntime,
  caller: Caller,
  side: string,
  id: number,
): Promise<FoundOrder | undefined> {
  const { companyId, shopId, permissions, operatorPermissions } = caller
  try {
    if (side === 'operator' && operatorPermissions.has('trade'))
      return { side, order: await findDisputedOrder(db, caller, id) }
    if (companyId === null) return undefined
    if (side === 'buyer' && permissions.has('my_orders'))
      return { side, order: await findSideOrder(db, side, companyId, id) }
    if (side === 'seller' && shopId !== null && permissions.has('order_manage'))
      return { side, order: await findSideOrder(db, side, companyId, id) }
    return undefined
  } catch (err) {
    if (err instanceof CallFailed) return undefined
    throw err
  }
}

interface Download extends FoundOrder {
  readonly caller: Caller
  readonly facts: RequestFacts
}

async function answer(runtime: PackRuntime, download: Download, leave: () => void): Promise<Response> {
  const { db, config, providers, log } = runtime
  const { order, side, caller, facts } = download
  const { id: orderId, orderNo } = order
  const papers = await currentPapers(runtime, download)
  const { siteUrl } = config
  await matchChangedOrders(db, runtime, { orderId })
  const chunks = await createEvidencePack({ db, providers, siteUrl }, { orderId, orderNo, side, papers })
  const { userId, companyId } = caller
  await recordOperation(
    db,
    { userId, companyId, request: facts },
    { call: 'orders.evidencePack', action: '下载证据包', detail: orderNo },
  )
  const name = `证据包 ${orderNo}.zip`
  const body = untilDone(chunks, leave, (err) => log.error({ err, orderId }, 'pack broke off'))
  return new Response(streamOf(body, leave), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="evidence-${orderNo}.zip"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': contentPolicies.file,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': cacheControl.personal,
    },
  })
}

/** Contract and supplements of a side, entered into the record; operators get those that are there. */
async function currentPapers(
  { db, config, providers, log }: PackRuntime,
  { order, side, caller }: Download,
): Promise<readonly FileRow[]> {
  const { userId, companyId } = caller
  if (side === 'operator' || companyId === null) return []
  const context = { caller: { userId, companyId }, db, config, providers }
  try {
    const contract = await createContract(side, order.id, context)
    return [contract, ...(await createSupplements(side, order.id, context))]
  } catch (err) {
    // The quota of generated files is used up: the pack has the newest recorded papers.
    if (!(err instanceof CallFailed)) throw err
    log.warn({ err, orderId: order.id }, 'pack without new papers')
    return []
  }
}

/** A body that asks for a chunk when the one before was taken. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        try {
          await chunks.return(undefined)
        } finally {
          // A generator that was not begun runs no code at its end.
          leave()
        }
      },
    },
    { highWaterMark: 0 },
  )

/** Chunks until they end, break off or nobody takes them any more. */
async function* untilDone(
  chunks: AsyncIterable<Uint8Array>,
  leave: () => void,
  failed: (err: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (err) {
    failed(err)
    throw err
  } finally {
    leave()
  }
}
