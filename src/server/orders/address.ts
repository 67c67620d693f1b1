import type { addressesCalls } from '../../contract/orders/addresses.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Handler } from '../handler.ts'
import { ownAddresses } from './own-addresses.ts'

export const address: Handler<typeof addressesCalls.address> = async ({ addressId }, { db, caller }) => {
  const [found] = await ownAddresses(db, caller.userId, addressId)
  if (found === undefined) throw new CallFailed('notFound')
  return found
}
