import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import type { Handler } from '../../handler.ts'
import { ownPayment } from './own-payment.ts'
import { presentOne } from './present-payment.ts'

export const paymentState: Handler<typeof paymentsCalls.paymentState> = async ({ paymentId }, { caller, db }) =>
  presentOne(db, await ownPayment(db, paymentId, caller.companyId))
