import { ilike } from 'drizzle-orm'
import type { rolesCalls } from '../../../contract/accounts/roles.ts'
import { roles } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'
import { roleCount, roleRows } from './present-role.ts'

export const rolePage: Handler<typeof rolesCalls.rolePage> = async (input, { caller, db }) => {
  const condition = input.keyword === '' ? undefined : ilike(roles.name, anywhere(input.keyword))
  return {
    total: await roleCount(db, caller.companyId, condition),
    data: await roleRows(db, caller, condition, input),
  }
}
