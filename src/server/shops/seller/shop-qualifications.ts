import { desc, eq } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { files } from '../../../db/tables/operations.ts'
import { shopQualifications as table } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { presentQualification, qualificationColumns } from './qualification-rows.ts'

export const shopQualifications: Handler<typeof qualificationsCalls.shopQualifications> = async (
  _input,
  { caller, db },
) => {
  const rows = await db
    .select(qualificationColumns)
    .from(table)
    .leftJoin(files, eq(files.id, table.fileId))
    .where(eq(table.shopId, caller.shopId))
    .orderBy(desc(table.id))
  return rows.map(presentQualification)
}
