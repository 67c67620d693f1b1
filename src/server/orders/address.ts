import type { addressesCalls } from '../../contract/orders/addresses.ts'
import type { Handler } from '../handler.ts'
import { addressOf } from './own-addresses.ts'

export const address: Handler<typeof addressesCalls.address> = ({ addressId }, { db, caller }) =>
  addressOf(db, caller.userId, addressId)
