import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { dictionaries } from '../../../db/tables/reference.ts'
import { shopQualifications as table } from '../../../db/tables/shops.ts'
import { isExpired, maxQualifications, qualificationTransitions } from '../../../domain/shops/qualifications.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { assignFileToCompany, ownFile } from '../../platform/files/files.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { today } from '../today.ts'
import { allShopPageTags, lockShop } from './own-shop.ts'
import {
  getQualification,
  presentQualification,
  type Qualification,
  qualificationColumns,
} from './qualification-rows.ts'
import { updateShopTags } from './qualification-tags.ts'

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

/** State of a certificate that was just submitted. */
const initialStatus = 'pending_review'

type Input = z.output<typeof qualificationsCalls.shopQualificationSave.input>

/** Submits a certificate for review by an operator, which REVIEW=auto does not replace. */
export const shopQualificationSave: Handler<typeof qualificationsCalls.shopQualificationSave> = async (
  input,
  context,
) => {
  const { caller, db, note } = context
  if (isExpired(input.until, today()))
    throw fieldFailed({ field: 'until', message: '证书已过期，请提交在有效期内的证书' })
  const saved = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    await checkTag(tx, input.tag)
    const before = await lockExisting(tx, shop.id, input.qualificationId)
    const file = await ownFile(tx, input.fileId, caller, 'licence')
    await assignFileToCompany(tx, file, caller.companyId)
    const submitted =
      before === undefined ? initialStatus : nextState(qualificationTransitions, before.status, 'submit', 'seller')
    if (submitted === undefined) throw new CallFailed('stepNotAllowed')
    const id = await writeQualification(tx, shop.id, input, submitted)
    const step = { event: 'submit', fromStatus: before?.status ?? 'new', toStatus: submitted, ...actorOf(caller) }
    await recordSteps(tx, [{ entity: 'qualification', entityId: id, ...step }])
    return getQualification(tx, id)
  })
  note(`${input.tag}，${input.name}`)
  return saved
}

async function checkTag(tx: Db, tag: string): Promise<void> {
  const [known] = await tx
    .select({ id: dictionaries.id })
    .from(dictionaries)
    .where(and(eq(dictionaries.dictKey, 'QUALIFICATION_TAG'), eq(dictionaries.dictCode, tag)))
  if (known === undefined) throw fieldFailed({ field: 'tag', message: '请从给出的资质中选择' })
}

/** The certificate to be updated, locked; undefined for a new one. Throws notFound and tooManyQualifications. */
async function lockExisting(tx: Db, shopId: number, id: number | undefined): Promise<Qualification | undefined> {
  if (id === undefined) {
    const count = await tx.$count(table, eq(table.shopId, shopId))
    if (count >= maxQualifications) throw new CallFailed('tooManyQualifications')
    return undefined
  }
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.shopId, shopId)))
    .for('update')
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

async function writeQualification(
  tx: Db,
  shopId: number,
  input: Input,
  status: Qualification['status'],
): Promise<number> {
  const { qualificationId, tag, name, scope, until, fileId } = input
  const values = { tag, name, scope, until, fileId, status, reason: '' }
  const [row] =
    qualificationId === undefined
      ? await tx
          .insert(table)
          .values({ shopId, ...values })
          .returning({ id: table.id })
      : await tx.update(table).set(values).where(eq(table.id, qualificationId)).returning({ id: table.id })
  if (row === undefined) throw new CallFailed('conflict')
  return row.id
}

export const shopQualificationDelete: Handler<typeof qualificationsCalls.shopQualificationDelete> = async (
  { qualificationId },
  { caller, db, pages, after, note },
) => {
  await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const [gone] = await tx
      .delete(table)
      .where(and(eq(table.id, qualificationId), eq(table.shopId, shop.id)))
      .returning({ tag: table.tag, name: table.name })
    if (gone === undefined) throw new CallFailed('notFound')
    note(`${gone.tag}，${gone.name}`)
    await updateShopTags(tx, shop.id)
  })
  after(() => pages.invalidate(allShopPageTags(caller.shopId)))
  return {}
}
