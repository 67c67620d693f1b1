import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { followsHandlers } from './follows/follows-handlers.ts'
import { shopCounters } from './shop-counters.ts'
import { shopHome, shopInfo } from './shop-info.ts'
import { shopsByKeywords } from './shops-by-keywords.ts'

export const shopsHandlers: Handlers<Contract['shops']> = {
  ...followsHandlers,
  shopCounters,
  shopHome,
  shopInfo,
  shopsByKeywords,
}
