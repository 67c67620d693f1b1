import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Pieces of a file on its way, without a gap from its beginning; gone with its last piece, or after a day. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    userId: integer().notNull(),
    /** Made by the client: the same one is the same file. */
    uploadId: text().notNull(),
    /** Place of its first byte in the file. */
    at: integer().notNull(),
    bytes: bytea().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.uploadId, t.at] }), index('upload_parts_created').on(t.createdAt)],
)
