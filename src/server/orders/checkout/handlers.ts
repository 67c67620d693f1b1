import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import type { Handlers } from '../../handler.ts'
import { orderConfirm, orderSubmit, reorder } from './checkout.ts'

export const checkoutHandlers: Handlers<typeof checkoutCalls> = { orderConfirm, orderSubmit, reorder }
