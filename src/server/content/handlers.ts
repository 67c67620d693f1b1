import type { Contract } from '../../contract/contract.ts'
import type { Handlers, Handler } from '../handler.ts'
import { digitalHandlers } from './digital/handlers.ts'
import { entriesHandlers } from './entries/handlers.ts'
import { questionsHandlers } from './questions/handlers.ts'
import { drugHandlers } from './drug/handlers.ts'
import type { roadshowCalls } from '../../contract/content/roadshow.ts'
import { listUpcomingRoadshows } from '../live/classes/classes.ts'
import type { placementsCalls } from '../../contract/content/placements.ts'
import { featuredServices } from '../catalogue/featured-services.ts'

const techServicesOperation: Handler<typeof placementsCalls.techServicesOperation> = async ({ size }, { db }) => ({
  data: await featuredServices(db, size),
})

const roadshowOperation: Handler<typeof roadshowCalls.roadshowOperation> = async ({ size }, { db }) => ({
  data: await listUpcomingRoadshows(db, size),
})

export const contentHandlers = {
  ...digitalHandlers,
  ...entriesHandlers,
  ...questionsHandlers,
  ...drugHandlers,
  roadshowOperation,
  techServicesOperation,
} satisfies Handlers<Contract['content']>
