import type { programmesCalls } from '../../../contract/projects/programmes.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { createWorkbook } from '../../platform/workbooks/create-workbook.ts'
import { getProgramme } from '../../projects/programmes/programme-access.ts'
import { loadOrderRows } from './present-programme.ts'

const columns: readonly (readonly [head: string, width: number])[] = [
  ['订单编号', 18],
  ['下单时间', 20],
  ['供应商', 28],
  ['项目', 36],
  ['订单总额（元）', 16],
  ['订单已付（元）', 16],
  ['订单状态', 12],
]

/** The orders of a programme as a sheet, the newest first; only who made it may open it. */
export const programmeSheet: Handler<typeof programmesCalls.programmeSheet> = async ({ programmeId }, context) => {
  const { caller, db, note } = context
  const { row } = await getProgramme(db, caller, programmeId)
  const found = await loadOrderRows(db, row.id)
  const bytes = await createWorkbook([
    {
      sheet: '研发项目订单',
      head: columns.map(([head]) => head),
      widths: columns.map(([, width]) => width),
      rows: found.map(({ orderNo, createdAt, supplier, title, total, paid, status }) => [
        orderNo,
        dateTime(createdAt),
        supplier,
        title,
        { fen: total },
        { fen: paid },
        orderLabel(status, 'buyer').label,
      ]),
    },
  ])
  note(`${row.code}，${found.length} 行`)
  const title = `研发项目 ${row.code} 订单`
  const { url, name } = await saveGeneratedFile(context, caller, { title, kind: 'xlsx', bytes, purpose: 'programme' })
  return { url, name, rows: found.length }
}
