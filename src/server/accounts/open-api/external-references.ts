import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { externalReferencesCalls } from '../../../contract/accounts/external-references.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { externalReferences as table } from '../../../db/tables/open-api.ts'
import { orders } from '../../../db/tables/orders.ts'
import type { ReferenceKind } from '../../../domain/external-references.ts'
import type { Context, Handlers } from '../../handler.ts'
import { saveReference } from '../../platform/external-references.ts'

interface Input {
  readonly id: number
  readonly reference: string
}

/** Saves a reference of a row that `rows` finds among those of the caller's company. Throws notFound for others. */
async function save(
  { db, caller, note }: Pick<Context<'company'>, 'db' | 'caller' | 'note'>,
  kind: ReferenceKind,
  { id, reference }: Input,
  rows: (db: Db) => Promise<readonly { readonly no: string }[]>,
): Promise<{ reference: string }> {
  const [row] = await rows(db)
  if (row === undefined) throw new CallFailed('notFound')
  await saveReference(db, { companyId: caller.companyId, kind, entityId: id }, reference)
  note(reference === '' ? `${row.no}：清除` : `${row.no}：${reference}`)
  return { reference }
}

const orderNo = (where: SQL | undefined) => (db: Db) => db.select({ no: orders.orderNo }).from(orders).where(where)

export const externalReferencesHandlers: Handlers<typeof externalReferencesCalls> = {
  references: ({ kind, ids, reference }, { caller, db }) => {
    if (ids.length === 0 && reference === '') return Promise.resolve([])
    return db
      .select({ id: table.entityId, reference: table.reference })
      .from(table)
      .where(
        and(
          eq(table.companyId, caller.companyId),
          eq(table.kind, kind),
          or(
            ids.length === 0 ? undefined : inArray(table.entityId, ids),
            reference === '' ? undefined : eq(table.reference, reference),
          ),
        ),
      )
      .orderBy(table.entityId)
  },
  buyerOrderReferenceSave: (input, context) =>
    save(
      context,
      'order',
      input,
      orderNo(and(eq(orders.id, input.id), eq(orders.buyerCompanyId, context.caller.companyId))),
    ),
  sellerOrderReferenceSave: (input, context) =>
    save(
      context,
      'order',
      input,
      orderNo(and(eq(orders.id, input.id), eq(orders.sellerCompanyId, context.caller.companyId))),
    ),
  demandReferenceSave: (input, context) =>
    save(context, 'demand', input, (db) =>
      db
        .select({ no: demands.demandNo })
        .from(demands)
        .where(
          and(eq(demands.id, input.id), eq(demands.companyId, context.caller.companyId), isNull(demands.deletedAt)),
        ),
    ),
  serviceReferenceSave: (input, context) =>
    save(context, 'service', input, (db) =>
      db
        .select({ no: services.serviceNo })
        .from(services)
        .where(and(eq(services.id, input.id), eq(services.shopId, context.caller.shopId), isNull(services.deletedAt))),
    ),
  productReferenceSave: (input, context) =>
    save(context, 'product', input, (db) =>
      db
        .select({ no: products.productNo })
        .from(products)
        .where(and(eq(products.id, input.id), eq(products.shopId, context.caller.shopId), isNull(products.deletedAt))),
    ),
}
