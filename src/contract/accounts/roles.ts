import { company } from '../access.ts'
import { notBuilt } from '../call.ts'

export const rolesCalls = {
  subAccounts: notBuilt('/user-center/sub-account/list-page', company('subAccount')),
  subAccount: notBuilt('/user-center/sub-account/detail', company('subAccount')),
  subAccountSave: notBuilt('/user-center/sub-account/save', company('add_sub_account')),
  subAccountUpdate: notBuilt('/user-center/sub-account/update', company('add_sub_account')),
  subAccountDelete: notBuilt('/user-center/sub-account/delete', company('add_sub_account')),
  subAccountMatch: notBuilt('/user-center/sub-account/loginname-mobile/match-check', company('add_sub_account')),
  roles: notBuilt('/user-center/role/list', company('role_manage')),
  rolePage: notBuilt('/user-center/role/list-page', company('role_manage')),
  role: notBuilt('/user-center/role/detail', company('role_manage')),
  roleSave: notBuilt('/user-center/role/save', company('role_manage')),
  roleUpdate: notBuilt('/user-center/role/update', company('role_manage')),
  roleDelete: notBuilt('/user-center/role/delete', company('role_manage')),
  resourceTree: notBuilt('/user-center/role/resource/tree', company('role_manage')),
}
