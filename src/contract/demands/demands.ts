import { company, everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const demandsCalls = {
  demands: notBuilt('/mall/demand/new/list-page', everyone),
  similarDemands: notBuilt('/mall/demand/similar/list-page', everyone),
  demand: notBuilt('/mall/demand/detail', everyone),
  demandConditions: notBuilt('/mall/demand/condition/list', everyone),
  demandSave: notBuilt('/mall/demand/save', company('publish_requirement')),
  demandUpdate: notBuilt('/mall/demand/update', company('publish_requirement')),
  demandDelete: notBuilt('/mall/demand/delete', company('my_requirement')),
  demandEditStatus: notBuilt('/mall/demand/edit-status', company('my_requirement')),
  buyerDemands: notBuilt('/mall/demand/buyer-center/list-page', company('my_requirement')),
}
