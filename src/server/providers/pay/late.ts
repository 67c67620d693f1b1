import { CallFailed } from '../../../contract/failures.ts'
import { PayAway, type PayGateway } from './pay.ts'

/**
 * A gateway whose library is loaded with the first use, and kept. Why it could not be asked is told, since its caller
 * only says that it is away.
 */
export function late(
  load: () => Promise<PayGateway>,
  answer: PayGateway['answer'],
  warn: (reason: string) => void,
): PayGateway {
  let loaded: Promise<PayGateway> | undefined
  const ask = async <T>(what: (gateway: PayGateway) => Promise<T>): Promise<T> => {
    loaded ??= load()
    // What could not be loaded is loaded anew at the next wish.
    const gateway = await loaded.catch((thrown: unknown) => {
      loaded = undefined
      throw thrown
    })
    return what(gateway).catch((thrown: unknown) => {
      if (thrown instanceof PayAway) warn(thrown.reason)
      throw thrown instanceof CallFailed ? thrown : new PayAway('broken')
    })
  }
  return {
    open: (payment) => ask((gateway) => gateway.open(payment)),
    read: (came) =>
      ask((gateway) => gateway.read(came)).catch(() => ({ ok: false, reason: 'cannot be read' }) as const),
    answer,
    query: (paymentNo) => ask((gateway) => gateway.query(paymentNo)),
    close: (paymentNo) => ask((gateway) => gateway.close(paymentNo)),
    refund: (wish) => ask((gateway) => gateway.refund(wish)),
  }
}
