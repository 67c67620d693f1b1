import { CallFailed } from '../../contract/failures.ts'
import { paymentMethods, type GatewayMethod } from '../../domain/orders/payment-methods.ts'
import { handleCallback, type CallbackResult } from '../orders/gateways/gateway-callbacks.ts'
import type { PayGateway } from '../providers/pay/pay.ts'
import type { Runtime } from '../runtime.ts'
import { readText } from './body.ts'
import { requestFacts } from './request-facts.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** Maximum bytes of a callback; real ones have a few thousand. */
const maxCallbackBytes = 64 * 1024
/** Callbacks per address and minute: a gateway uses few addresses and sends bursts after an outage. */
const maxCallbacksPerMinute = 1200

/**
 * Callback endpoint of the payment gateways: `POST /pay/notify/<method>`. Authenticated by signature only. Answers in
 * the format of the gateway; after a negative answer it retries.
 */
export async function servePaymentCallback(runtime: Runtime, name: string, request: Request): Promise<Response> {
  const method = paymentMethods.find((one) => one === name)
  const gateway = method === undefined || method === 'bank' ? undefined : runtime.providers.pay[method]
  if (method === undefined || method === 'bank' || gateway === undefined) return plain(404, 'not found')
  if (request.method !== 'POST') return plain(405, 'POST only', { allow: 'POST' })
  const address = requestFacts(request.headers, runtime.config).ip ?? ''
  const reply = (result: CallbackReply, status?: number) => {
    runtime.metrics.callback(method, result.outcome)
    const { reason, outcome } = result
    if (outcome === 'limited') runtime.refusals.note({ reason: 'tooMany', path: `/pay/notify/${method}`, address })
    if (reason !== '') runtime.log.warn({ method, outcome, reason, address }, 'gateway callback')
    const answer = gateway.answer(result.acknowledged)
    return plain(status ?? answer.status, answer.body, { 'content-type': answer.contentType })
  }
  if (!(await runtime.limits.within('notify', address, { max: maxCallbacksPerMinute, seconds: 60 })))
    return reply(limited, 429)
  const body = await readText(request, maxCallbackBytes).catch((thrown: unknown) => {
    if (thrown instanceof CallFailed) return undefined
    throw thrown
  })
  if (body === undefined) return reply(tooLong, 413)
  return reply(await handle(runtime, { method, gateway }, { headers: request.headers, body, address }))
}

type CallbackReply = Omit<CallbackResult, 'outcome'> & {
  readonly outcome: CallbackResult['outcome'] | 'failed' | 'limited'
}

const limited: CallbackReply = { outcome: 'limited', acknowledged: false, reason: '' }
const tooLong: CallbackReply = { outcome: 'refused', acknowledged: false, reason: 'too long' }

async function handle(
  runtime: Runtime,
  gatewayInfo: { readonly method: GatewayMethod; readonly gateway: PayGateway },
  request: { readonly headers: Headers; readonly body: string; readonly address: string },
): Promise<CallbackReply> {
  const later: (() => unknown)[] = []
  const { db, jobs, push, limits, log } = runtime
  try {
    return await handleCallback({ db, jobs, push, limits, after: (what) => later.push(what) }, gatewayInfo, request)
  } catch (err) {
    log.error({ err, method: gatewayInfo.method }, 'gateway callback failed')
    return { outcome: 'failed', acknowledged: false, reason: '' }
  } finally {
    for (const what of later) void Promise.try(what).catch((err: unknown) => log.warn({ err }, 'after a callback'))
  }
}

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.none, ...headers },
  })
