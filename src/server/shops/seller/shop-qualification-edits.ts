import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { dictionaries } from '../../../db/tables/reference.ts'
import { shopQualifications } from '../../../db/tables/shops.ts'
import { isExpired, maxQualifications, qualificationTransitions } from '../../../domain/shops/qualifications.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { today } from '../today.ts'
import { lockShop, allShopPageTags } from './own-shop.ts'
import { getQualification, type Qualification } from './qualification-rows.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { ownFile, assignFileToCompany } from '../../platform/files/files.ts'
import { updateShopTags } from './qualification-tags.ts'

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
    const count = await tx.$count(shopQualifications, eq(shopQualifications.shopId, shopId))
    if (count >= maxQualifications) throw new CallFailed('tooManyQualifications')
    return undefined
  }
  const [row] = await tx
    .select()
    .from(shopQualifications)
    .where(and(eq(shopQualifications.id, id), eq(shopQualifications.shopId, shopId)))
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
          .insert(shopQualifications)
          .values({ shopId, ...values })
          .returning({ id: shopQualifications.id })
      : await tx
          .update(shopQualifications)
          .set(values)
          .where(eq(shopQualifications.id, qualificationId))
          .returning({ id: shopQualifications.id })
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
      .delete(shopQualifications)
      .where(and(eq(shopQualifications.id, qualificationId), eq(shopQualifications.shopId, shop.id)))
      .returning({ tag: shopQualifications.tag, name: shopQualifications.name })
    if (gone === undefined) throw new CallFailed('notFound')
    note(`${gone.tag}，${gone.name}`)
    await updateShopTags(tx, shop.id)
  })
  after(() => pages.invalidate(allShopPageTags(caller.shopId)))
  return {}
}
