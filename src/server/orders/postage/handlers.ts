import type { postageCalls } from '../../../contract/orders/postage.ts'
import type { Handlers } from '../../handler.ts'
import { shopPostage, shopPostageSave } from './shop-postage.ts'

export const postageHandlers: Handlers<typeof postageCalls> = { shopPostage, shopPostageSave }
