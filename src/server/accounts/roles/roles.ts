import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import type { Handler } from '../../handler.ts'
import { roleRows } from './present-role.ts'

export const roles: Handler<typeof rolesCalls.roles> = (_input, { caller, db }) => roleRows(db, caller, undefined)
