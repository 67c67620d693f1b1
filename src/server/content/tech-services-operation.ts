import type { placementsCalls } from '../../contract/content/placements.ts'
import { featuredServices } from '../catalogue/public.ts'
import type { Handler } from '../handler.ts'

export const techServicesOperation: Handler<typeof placementsCalls.techServicesOperation> = async (
  { size },
  { db },
) => ({
  data: await featuredServices(db, size),
})
