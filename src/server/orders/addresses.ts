import type { addressesCalls } from '../../contract/orders/addresses.ts'
import type { Handler } from '../handler.ts'
import { ownAddresses } from './own-addresses.ts'

export const addresses: Handler<typeof addressesCalls.addresses> = (_input, { db, caller }) =>
  ownAddresses(db, caller.userId)
