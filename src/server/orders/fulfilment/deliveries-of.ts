import { desc, eq, inArray } from 'drizzle-orm'
import type { Delivery } from '../../../contract/orders/papers.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { fileUrl } from '../../operations/public.ts'

/** What was handed over for an order, the newest first. Two reads, however many they are. */
export async function deliveriesOf(db: Db, orderId: number): Promise<Delivery[]> {
  const rows = await db.select().from(deliveries).where(eq(deliveries.orderId, orderId)).orderBy(desc(deliveries.seq))
  const fileIds = rows.flatMap((row) => row.fileIds)
  const found = fileIds.length === 0 ? [] : await db.select().from(files).where(inArray(files.id, fileIds))
  const byId = new Map(found.map((file) => [file.id, file]))
  return rows.map((row) => ({
    ...{ deliveryId: row.id, seq: row.seq, note: row.note, carrier: row.carrier, trackingNo: row.trackingNo },
    files: row.fileIds.flatMap((id) => {
      const file = byId.get(id)
      return file === undefined ? [] : [{ fileId: id, name: file.name, size: file.size, url: fileUrl(file) }]
    }),
    ...{ verdict: row.verdict, reason: row.reason },
    ...{ createdAt: row.createdAt.toISOString(), answeredAt: row.answeredAt?.toISOString() ?? null },
  }))
}
