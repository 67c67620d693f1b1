import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import type { Handlers } from '../../handler.ts'
import { resourceTree, roles } from './roles.ts'
import { roleDelete, roleSave, roleUpdate } from './role-changes.ts'
import { rolePage, role } from './role.ts'
import { subAccountDelete, subAccountUpdate } from './sub-account-changes.ts'
import { subAccountMatch, subAccount, subAccounts } from './sub-accounts.ts'
import { subAccountSave } from './sub-account-save.ts'

export const rolesHandlers: Handlers<typeof rolesCalls> = {
  subAccounts,
  subAccount,
  subAccountSave,
  subAccountUpdate,
  subAccountDelete,
  subAccountMatch,
  roles,
  rolePage,
  role,
  roleSave,
  roleUpdate,
  roleDelete,
  resourceTree,
}
