import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import type { Handlers } from '../../handler.ts'
import { orderConfirm } from './order-confirm.ts'
import { orderSubmit } from './order-submit.ts'
import { reorder } from './reorder.ts'

/** From what is wanted to orders. */
export const checkoutHandlers: Handlers<typeof checkoutCalls> = { orderConfirm, orderSubmit, reorder }
