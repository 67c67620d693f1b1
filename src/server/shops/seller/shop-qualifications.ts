import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed, fieldFailed, type FieldError } from '../../../contract/failures.ts'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { dictionaries } from '../../../db/tables/reference.ts'
import { qualificationItems, shopQualifications as table, shops } from '../../../db/tables/shops.ts'
import { certificateKey, checkNumber, numberExample, writtenNumber } from '../../../domain/shops/certificate-kinds.ts'
import {
  isExpired,
  isInForce,
  maxQualifications,
  qualificationTransitions,
} from '../../../domain/shops/qualifications.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { assignFileToCompany, ownFile } from '../../platform/files/files.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { passIfAgreed } from '../certificates/pass-by-agreement.ts'
import { notifyRelyingBuyers } from '../certificates/relying-buyers.ts'
import { today } from '../today.ts'
import { allShopPageTags, lockShop } from './own-shop.ts'
import {
  getQualification,
  presentQualifications,
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
  return presentQualifications(db, rows)
}

/** State of a certificate that was just submitted. */
const initialStatus = 'pending_review'

type Input = z.output<typeof qualificationsCalls.shopQualificationSave.input>

/**
 * Submits a certificate. It passes at once where the text of its PDF, the stated fields and the certified company agree
 * (pictures: `readPendingQualifications`); everything else waits for an operator, which REVIEW=auto does not replace.
 */
export const shopQualificationSave: Handler<typeof qualificationsCalls.shopQualificationSave> = async (
  input,
  context,
) => {
  const { caller, db, note } = context
  const errors = fieldErrors(input)
  if (errors.length > 0) throw fieldFailed(...errors)
  const saved = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    await checkTag(tx, input.tag)
    const before = await lockExisting(tx, shop.id, input.qualificationId)
    await assertNotSubmitted(tx, shop.id, input)
    const file = await ownFile(tx, input.fileId, caller, 'licence')
    await assignFileToCompany(tx, file, caller.companyId)
    const submitted =
      before === undefined ? initialStatus : nextState(qualificationTransitions, before.status, 'submit', 'seller')
    if (submitted === undefined) throw new CallFailed('stepNotAllowed')
    const id = await writeQualification(tx, shop.id, input, submitted, caller.userId)
    const step = { event: 'submit', fromStatus: before?.status ?? 'new', toStatus: submitted, ...actorOf(caller) }
    await recordSteps(tx, [{ entity: 'qualification', entityId: id, ...step }])
    await passIfAgreed(tx, context, id)
    return getQualification(tx, id)
  })
  note(`${input.tag}，${input.name}，${input.number}`)
  return saved
}

/** What is wrong with the stated fields, by themselves. */
function fieldErrors({ tag, number, issuedOn, until }: Input): FieldError[] {
  const day = today()
  const form = numberExample(tag)
  return [
    ...(isExpired(until, day) ? [{ field: 'until', message: '证书已过期，请提交在有效期内的证书' }] : []),
    ...(issuedOn !== null && issuedOn > day ? [{ field: 'issuedOn', message: '发证日期不能晚于今天' }] : []),
    ...(issuedOn !== null && until !== null && issuedOn > until
      ? [{ field: 'issuedOn', message: '发证日期不能晚于最后一天' }]
      : []),
    ...(checkNumber(tag, number) === 'invalid'
      ? [{ field: 'number', message: `编号格式不符，请按证书填写，如 ${form}` }]
      : []),
    ...(certificateKey(number) === '' ? [{ field: 'number', message: '请填写证书上的编号' }] : []),
  ]
}

/** Throws certificateSubmitted where the shop has submitted the same paper: number and last day. */
async function assertNotSubmitted(
  tx: Db,
  shopId: number,
  { qualificationId, tag, number, until }: Input,
): Promise<void> {
  const key = certificateKey(writtenNumber(tag, number))
  const twice = await tx.$count(
    table,
    and(
      eq(table.shopId, shopId),
      eq(table.tag, tag),
      eq(table.numberKey, key),
      until === null ? isNull(table.until) : eq(table.until, until),
      inArray(table.status, ['pending_review', 'approved']),
      qualificationId === undefined ? undefined : ne(table.id, qualificationId),
    ),
  )
  if (twice > 0) throw new CallFailed('certificateSubmitted')
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
  confirmedBy: number,
): Promise<number> {
  const { qualificationId, tag, name, issuer, holder, site, scope, issuedOn, until, fileId, items } = input
  const number = writtenNumber(tag, input.number)
  const paper = { tag, name, number, numberKey: certificateKey(number), issuer, holder, site, scope, issuedOn, until }
  // What an operator looked at was about the earlier version.
  const unseen = { registerUrl: '', registerOn: null, registerNote: '', warnedDays: null }
  const values = { ...paper, ...unseen, fileId, status, reason: '', confirmedBy }
  const [row] =
    qualificationId === undefined
      ? await tx
          .insert(table)
          .values({ shopId, ...values })
          .returning({ id: table.id })
      : await tx.update(table).set(values).where(eq(table.id, qualificationId)).returning({ id: table.id })
  if (row === undefined) throw new CallFailed('conflict')
  await tx.delete(qualificationItems).where(eq(qualificationItems.qualificationId, row.id))
  if (items.length > 0)
    await tx
      .insert(qualificationItems)
      .values(items.map((item, at) => ({ ...item, qualificationId: row.id, seq: at + 1 })))
  return row.id
}

export const shopQualificationDelete: Handler<typeof qualificationsCalls.shopQualificationDelete> = async (
  { qualificationId },
  context,
) => {
  const { caller, db, pages, after, note } = context
  await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const [gone] = await tx
      .delete(table)
      .where(and(eq(table.id, qualificationId), eq(table.shopId, shop.id)))
      .returning()
    if (gone === undefined) throw new CallFailed('notFound')
    note(`${gone.tag}，${gone.name}`)
    await updateShopTags(tx, shop.id)
    const [held] = await tx.select({ tags: shops.tags }).from(shops).where(eq(shops.id, shop.id))
    if (isInForce(gone, today()) && held?.tags.includes(gone.tag) === false)
      await notifyRelyingBuyers(tx, context, [{ companyId: caller.companyId, tag: gone.tag, what: '已由供应商删除' }])
  })
  after(() => pages.invalidate(allShopPageTags(caller.shopId)))
  return {}
}
