import { and, eq } from 'drizzle-orm'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, payeeChanges, users } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import { accountTail, payeeHoldHours } from '../../../domain/accounts/payee.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../operations/public.ts'
import { ownAccount } from '../profile/own-account.ts'
import { assertReauthenticated } from '../profile/reauthenticate.ts'
import { tellSecurity } from '../profile/tell-security.ts'
import { lockCompany } from './company-for-change.ts'
import { settlePayee } from './payee.ts'

const holdMs = payeeHoldHours * 3_600_000
type Around = Context<'company'>

/**
 * Money goes to the company only: the account's name is the certified one, whatever anybody types. The first details
 * count at once; changed ones need a fresh proof of the person, count at once up to the company's limit, and above it
 * after a day in which the owner, who is told, can cancel them.
 */
export const accountSave: Handler<typeof companyPapersCalls.accountSave> = (input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, caller.companyId)
    if (!wasCertified(company.certification)) throw new CallFailed('notCertified')
    const { bankName } = input
    const accountNo = input.accountNo.replace(/\s/g, '')
    const { account, change } = await settlePayee(tx, company.id)
    const words = `${bankName} ${accountTail(accountNo)}`
    if (account === undefined) {
      await tx.insert(bankAccounts).values({ companyId: company.id, accountName: company.name, bankName, accountNo })
      await record(tx, context, { event: 'save', fromStatus: '', toStatus: 'applied', reason: words })
      await tellPeople(tx, context, `贵企业已填写收款账户：${words}`)
      note(words)
      return { effectiveAt: null }
    }
    const isSame = (one: { readonly bankName: string; readonly accountNo: string }) =>
      one.bankName === bankName && one.accountNo === accountNo
    if (change !== undefined && isSame(change)) return { effectiveAt: change.effectiveAt.toISOString() }
    if (change === undefined && isSame(account)) return { effectiveAt: null }
    await assertReauthenticated(tx, caller)
    if (change !== undefined) await close(tx, context, change.id, isSame(account) ? 'cancelled' : 'replaced')
    if (isSame(account)) {
      await tellPeople(tx, context, '贵企业收款账户的变更已取消，继续使用原账户')
      return { effectiveAt: null }
    }
    const effectiveAt = new Date(Date.now() + holdMs)
    const { changeLimit: limit } = account
    await tx
      .insert(payeeChanges)
      .values({ companyId: company.id, bankName, accountNo, limit, requestedBy: caller.userId, effectiveAt })
    await record(tx, context, { event: 'change', fromStatus: 'applied', toStatus: 'open', reason: words })
    const when = dateTime(effectiveAt.toISOString())
    const title = `贵企业收款账户已提交变更：${words}，超过 ¥${yuan(limit)} 的款项自 ${when} 起使用新账户`
    await tellPeople(tx, context, title)
    note(`${bankAccountWords(account)} → ${words}`)
    return { effectiveAt: effectiveAt.toISOString() }
  })
}

const bankAccountWords = ({ bankName, accountNo }: { readonly bankName: string; readonly accountNo: string }) =>
  `${bankName} ${accountTail(accountNo)}`

/** The old details stay: anybody who may change them may undo a change without more ado, for that is the safe side. */
export const accountChangeCancel: Handler<typeof companyPapersCalls.accountChangeCancel> = (_input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    const { change } = await settlePayee(tx, caller.companyId)
    if (change === undefined) throw new CallFailed('stepNotAllowed')
    await close(tx, context, change.id, 'cancelled')
    await tellPeople(tx, context, '贵企业收款账户的变更已取消，继续使用原账户')
    note(bankAccountWords(change))
    return {}
  })
}

/** A lower limit counts at once, for a change that waits as well; a higher one after as long as a change waits. */
export const accountLimitSave: Handler<typeof companyPapersCalls.accountLimitSave> = ({ limit }, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    await assertReauthenticated(tx, caller)
    const { account, change } = await settlePayee(tx, caller.companyId)
    if (account === undefined) throw new CallFailed('stepNotAllowed')
    const isRaise = limit > account.changeLimit
    const effectiveAt = isRaise ? new Date(Date.now() + holdMs) : null
    const values = isRaise
      ? { nextLimit: limit, nextLimitAt: effectiveAt }
      : { changeLimit: limit, nextLimit: null, nextLimitAt: null }
    await tx.update(bankAccounts).set(values).where(eq(bankAccounts.companyId, caller.companyId))
    if (change !== undefined && limit < change.limit) {
      await tx.update(payeeChanges).set({ limit }).where(eq(payeeChanges.id, change.id))
    }
    const words = `¥${yuan(account.changeLimit)} → ¥${yuan(limit)}`
    await record(tx, context, { event: 'limit', fromStatus: 'applied', toStatus: 'applied', reason: words })
    await tellPeople(tx, context, `贵企业收款账户变更的即时生效上限已修改：${words}`)
    note(words)
    return { effectiveAt: effectiveAt?.toISOString() ?? null }
  })
}

async function close(tx: Db, context: Around, id: number, status: 'cancelled' | 'replaced'): Promise<void> {
  await tx.update(payeeChanges).set({ status }).where(eq(payeeChanges.id, id))
  const event = status === 'cancelled' ? 'cancel' : 'replace'
  await record(tx, context, { event, fromStatus: 'open', toStatus: status, reason: '' })
}

interface Step {
  readonly event: string
  readonly fromStatus: string
  readonly toStatus: string
  readonly reason: string
}

const record = (tx: Db, { caller }: Around, step: Step) =>
  recordSteps(tx, [{ entity: 'payee', entityId: caller.companyId, ...actorOf(caller), ...step }])

/** The owner of the company and whoever did it, at their number and mail address. */
async function tellPeople(tx: Db, context: Around, what: string): Promise<void> {
  const { caller } = context
  const owners = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.companyId, caller.companyId), eq(users.isOwner, true)))
  const advice = '如非贵企业人员操作，请立即登录，在“账号信息 - 收款账户”中取消变更，并联系平台客服。'
  for (const userId of new Set([...owners.map((owner) => owner.userId), caller.userId])) {
    await tellSecurity(tx, context, await ownAccount(tx, userId), what, {
      path: links.buyerAccount({ tab: 'receiving' }),
      advice,
      always: true,
    })
  }
}
