import { company } from '../access.ts'
import { notBuilt } from '../call.ts'

export const ordersCalls = {
  orderConfirm: notBuilt('/fmall/order/confirm', company('my_orders')),
  orderSubmit: notBuilt('/fmall/order/submit', company('my_orders')),
  paymentInfo: notBuilt('/fmall/order/get-payment-info', company('my_orders')),
  paymentConfirm: notBuilt('/fmall/payment/confirm', company('my_orders')),
}
