import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import type { Handlers } from '../../handler.ts'
import { resourceTree } from './resource-tree.ts'
import { roleDelete } from './role-delete.ts'
import { rolePage } from './role-page.ts'
import { roleSave } from './role-save.ts'
import { roleUpdate } from './role-update.ts'
import { role } from './role.ts'
import { roles } from './roles.ts'
import { subAccountDelete } from './sub-account-delete.ts'
import { subAccountMatch } from './sub-account-match.ts'
import { subAccountSave } from './sub-account-save.ts'
import { subAccountUpdate } from './sub-account-update.ts'
import { subAccount } from './sub-account.ts'
import { subAccounts } from './sub-accounts.ts'

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
