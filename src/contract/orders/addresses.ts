import { user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const addressesCalls = {
  addresses: notBuilt('/fmall/user-address/list', user),
  addressSave: notBuilt('/fmall/user-address/save', user),
  addressUpdate: notBuilt('/fmall/user-address/update', user),
  addressDelete: notBuilt('/fmall/user-address/delete', user),
  address: notBuilt('/fmall/user-address/detail', user),
}
