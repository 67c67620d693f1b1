import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const placementsCalls = {
  techServicesOperation: notBuilt('/mall/tech-services/operation', everyone),
}
