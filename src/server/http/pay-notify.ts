import { CallFailed } from '../../contract/failures.ts'
import { paymentMethods, type GatewayMethod } from '../../domain/orders/payment-methods.ts'
import { takeNews, type Taken } from '../orders/gateways/take-news.ts'
import type { PayGateway } from '../providers/pay/pay.ts'
import type { Runtime } from '../runtime.ts'
import { readText } from './body.ts'
import { factsOf } from './request-facts.ts'

/** Bytes of a notice at most; theirs have some thousand. */
const maxNotice = 64 * 1024
/** Notices of one address a minute: a gateway sends from few, and many at once after a pause. */
const most = 1200

/**
 * The door of the payment gateways: `POST /pay/notify/<method>`. No session and no cookie count here, only a signature;
 * the gateway hears its own word for yes, or for no, after which it comes again.
 */
export async function payNotify(runtime: Runtime, name: string, request: Request): Promise<Response> {
  const method = paymentMethods.find((one) => one === name)
  const gateway = method === undefined || method === 'bank' ? undefined : runtime.providers.pay[method]
  if (method === undefined || method === 'bank' || gateway === undefined) return plain(404, 'not found')
  if (request.method !== 'POST') return plain(405, 'POST only', { allow: 'POST' })
  const address = factsOf(request.headers, runtime.config).ip ?? ''
  const reply = (taken: Told, status?: number) => {
    runtime.metrics.callback(method, taken.outcome)
    const { reason, outcome } = taken
    if (outcome === 'limited') runtime.refusals.note({ reason: 'tooMany', path: `/pay/notify/${method}`, address })
    if (reason !== '') runtime.log.warn({ method, outcome, reason, address }, 'gateway callback')
    const answer = gateway.answer(taken.took)
    return plain(status ?? answer.status, answer.body, { 'content-type': answer.contentType })
  }
  if (!(await runtime.limits.within('notify', address, { most, seconds: 60 }))) return reply(limited, 429)
  const body = await readText(request, maxNotice).catch((thrown: unknown) => {
    if (thrown instanceof CallFailed) return undefined
    throw thrown
  })
  if (body === undefined) return reply(tooLong, 413)
  return reply(await take(runtime, { method, gateway }, { headers: request.headers, body, address }))
}

type Told = Omit<Taken, 'outcome'> & { readonly outcome: Taken['outcome'] | 'failed' | 'limited' }

const limited: Told = { outcome: 'limited', took: false, reason: '' }
const tooLong: Told = { outcome: 'refused', took: false, reason: 'too long' }

async function take(
  runtime: Runtime,
  at: { readonly method: GatewayMethod; readonly gateway: PayGateway },
  came: { readonly headers: Headers; readonly body: string; readonly address: string },
): Promise<Told> {
  const later: (() => unknown)[] = []
  const { db, jobs, push, limits, log } = runtime
  try {
    return await takeNews({ db, jobs, push, limits, after: (what) => later.push(what) }, at, came)
  } catch (err) {
    log.error({ err, method: at.method }, 'gateway callback failed')
    return { outcome: 'failed', took: false, reason: '' }
  } finally {
    for (const what of later) void Promise.try(what).catch((err: unknown) => log.warn({ err }, 'after a callback'))
  }
}

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
