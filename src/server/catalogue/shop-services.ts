import type { servicesCalls } from '../../contract/catalogue/services.ts'
import type { Handler } from '../handler.ts'
import { services } from './services.ts'

/** The services of one shop: the list of all, narrowed. */
export const shopServices: Handler<typeof servicesCalls.shopServices> = (input, context) =>
  services({ ...input, tags: [], certified: false, sort: 'default' }, context)
