import { company, everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const recordsCalls = {
  records: notBuilt('/system/record/list', company()),
  recordSave: notBuilt('/system/record/save', company()),
  myDemands: notBuilt('/mall/my/demand/list-page', company('my_requirement')),
  requireDelete: notBuilt('/mall/require/delete', company('my_requirement')),
  supplies: notBuilt('/mall/supply/list-page', company('my_supply')),
  supplyDelete: notBuilt('/mall/supply/delete', company('my_supply')),
  needInsert: notBuilt('/fmall/need/insert', everyone),
}
