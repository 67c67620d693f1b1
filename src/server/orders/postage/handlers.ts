import type { postageCalls } from '../../../contract/orders/postage.ts'
import type { Handlers } from '../../handler.ts'
import { shopPostage } from './shop-postage.ts'
import { shopPostageSave } from './shop-postage-save.ts'

/** What sending goods costs in a shop. */
export const postageHandlers: Handlers<typeof postageCalls> = { shopPostage, shopPostageSave }
