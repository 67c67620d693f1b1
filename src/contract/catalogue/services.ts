import { everyone, seller } from '../access.ts'
import { notBuilt } from '../call.ts'

export const servicesCalls = {
  serviceMenu: notBuilt('/mall/service/multilevelFieldLinkageMenu', everyone),
  serviceFields: notBuilt('/mall/service/multilevelFieldMenu', everyone),
  services: notBuilt('/mall/service/standard/list-page', everyone),
  service: notBuilt('/mall/service/detail', everyone),
  serviceAreas: notBuilt('/mall/service/getAreaMenuList', everyone),
  shopServices: notBuilt('/mall/service/shop/standard/list-page', everyone),
  sellerServices: notBuilt('/mall/service/seller-list-page', seller('org_service_manage')),
  serviceSave: notBuilt('/mall/service/save', seller('org_service_manage')),
  serviceUpdate: notBuilt('/mall/service/update', seller('org_service_manage')),
  serviceCount: notBuilt('/mall/service/getCount', seller('org_service_manage')),
  serviceChangeStatus: notBuilt('/mall/service/changeStatus', seller('org_service_manage')),
  serviceDelete: notBuilt('/mall/service/delete', seller('org_service_manage')),
  classLabels: notBuilt('/fmall/cyhl/searchClassLabel', everyone),
  classPage: notBuilt('/fmall/cyhl/pageList', everyone),
}
