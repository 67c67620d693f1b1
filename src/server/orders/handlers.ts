import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'

export const ordersHandlers: Handlers<Contract['orders']> = {}
