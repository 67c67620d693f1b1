import { and, eq } from 'drizzle-orm'
import type { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, payeeChanges, users, companies } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import { accountTail, payeeChangeDelayHours, defaultPayeeLimit } from '../../../domain/accounts/payee.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { getOwnAccount } from '../profile/own-account.ts'
import { assertReauthenticated } from '../profile/reauthenticate.ts'
import { notifySecurity } from '../profile/notify-security.ts'
import { lockCompany } from './company-for-change.ts'
import { applyDueChanges, getPayees } from './payee.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { historyOf } from '../../platform/history/histories.ts'

const changeDelayMs = payeeChangeDelayHours * 3_600_000
type CompanyContext = Context<'company'>

/**
 * Saves the payee account; its account name is always the certified company name. First details take effect at once.
 * Changes need reauthentication, take effect at once up to the company's limit and above it after 24 hours, in which
 * the notified owner can cancel them.
 */
export const accountSave: Handler<typeof companyDocumentsCalls.accountSave> = (input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, caller.companyId)
    if (!wasCertified(company.certification)) throw new CallFailed('notCertified')
    const { bankName } = input
    const accountNo = input.accountNo.replace(/\s/g, '')
    const { account, change } = await applyDueChanges(tx, company.id)
    const summary = `${bankName} ${accountTail(accountNo)}`
    if (account === undefined) {
      await tx.insert(bankAccounts).values({ companyId: company.id, accountName: company.name, bankName, accountNo })
      await recordPayeeStep(tx, context, { event: 'save', fromStatus: '', toStatus: 'applied', reason: summary })
      await notifyOwners(tx, context, `贵企业已填写收款账户：${summary}`)
      note(summary)
      return { effectiveAt: null }
    }
    const isSame = (one: { readonly bankName: string; readonly accountNo: string }) =>
      one.bankName === bankName && one.accountNo === accountNo
    if (change !== undefined && isSame(change)) return { effectiveAt: change.effectiveAt.toISOString() }
    if (change === undefined && isSame(account)) return { effectiveAt: null }
    await assertReauthenticated(tx, caller)
    if (change !== undefined) await closeChange(tx, context, change.id, isSame(account) ? 'cancelled' : 'replaced')
    if (isSame(account)) {
      await notifyOwners(tx, context, '贵企业收款账户的变更已取消，继续使用原账户')
      return { effectiveAt: null }
    }
    const effectiveAt = new Date(Date.now() + changeDelayMs)
    const { changeLimit: limit } = account
    await tx
      .insert(payeeChanges)
      .values({ companyId: company.id, bankName, accountNo, limit, requestedBy: caller.userId, effectiveAt })
    await recordPayeeStep(tx, context, { event: 'change', fromStatus: 'applied', toStatus: 'open', reason: summary })
    const when = dateTime(effectiveAt.toISOString())
    const title = `贵企业收款账户已提交变更：${summary}，超过 ¥${yuan(limit)} 的款项自 ${when} 起使用新账户`
    await notifyOwners(tx, context, title)
    note(`${formatBankAccount(account)} → ${summary}`)
    return { effectiveAt: effectiveAt.toISOString() }
  })
}

const formatBankAccount = ({ bankName, accountNo }: { readonly bankName: string; readonly accountNo: string }) =>
  `${bankName} ${accountTail(accountNo)}`

/** Cancels a pending change. Needs no reauthentication, since the old details stay in force. */
export const accountChangeCancel: Handler<typeof companyDocumentsCalls.accountChangeCancel> = (_input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    const { change } = await applyDueChanges(tx, caller.companyId)
    if (change === undefined) throw new CallFailed('stepNotAllowed')
    await closeChange(tx, context, change.id, 'cancelled')
    await notifyOwners(tx, context, '贵企业收款账户的变更已取消，继续使用原账户')
    note(formatBankAccount(change))
    return {}
  })
}

/** A lower limit takes effect at once, also for a pending change; a higher one after 24 hours. */
export const accountLimitSave: Handler<typeof companyDocumentsCalls.accountLimitSave> = ({ limit }, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    await assertReauthenticated(tx, caller)
    const { account, change } = await applyDueChanges(tx, caller.companyId)
    if (account === undefined) throw new CallFailed('stepNotAllowed')
    const isRaise = limit > account.changeLimit
    const effectiveAt = isRaise ? new Date(Date.now() + changeDelayMs) : null
    const values = isRaise
      ? { nextLimit: limit, nextLimitAt: effectiveAt }
      : { changeLimit: limit, nextLimit: null, nextLimitAt: null }
    await tx.update(bankAccounts).set(values).where(eq(bankAccounts.companyId, caller.companyId))
    if (change !== undefined && limit < change.limit) {
      await tx.update(payeeChanges).set({ limit }).where(eq(payeeChanges.id, change.id))
    }
    const summary = `¥${yuan(account.changeLimit)} → ¥${yuan(limit)}`
    await recordPayeeStep(tx, context, { event: 'limit', fromStatus: 'applied', toStatus: 'applied', reason: summary })
    await notifyOwners(tx, context, `贵企业收款账户变更的即时生效上限已修改：${summary}`)
    note(summary)
    return { effectiveAt: effectiveAt?.toISOString() ?? null }
  })
}

const closingEvents = { cancelled: 'cancel', replaced: 'replace' } as const

async function closeChange(
  tx: Db,
  context: CompanyContext,
  id: number,
  status: keyof typeof closingEvents,
): Promise<void> {
  await tx.update(payeeChanges).set({ status }).where(eq(payeeChanges.id, id))
  const event = closingEvents[status]
  await recordPayeeStep(tx, context, { event, fromStatus: 'open', toStatus: status, reason: '' })
}

interface PayeeStep {
  readonly event: string
  readonly fromStatus: string
  readonly toStatus: string
  readonly reason: string
}

const recordPayeeStep = (tx: Db, { caller }: CompanyContext, step: PayeeStep) =>
  recordSteps(tx, [{ entity: 'payee', entityId: caller.companyId, ...actorOf(caller), ...step }])

/** Notifies the owner and the caller by SMS and mail. */
async function notifyOwners(tx: Db, context: CompanyContext, title: string): Promise<void> {
  const { caller } = context
  const owners = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.companyId, caller.companyId), eq(users.isOwner, true)))
  const advice = '如非贵企业人员操作，请立即登录，在“账号与企业 - 收款账户”中取消变更，并联系平台客服。'
  for (const userId of new Set([...owners.map((owner) => owner.userId), caller.userId])) {
    await notifySecurity(tx, context, await getOwnAccount(tx, userId), title, {
      path: links.buyerAccount({ tab: 'receiving' }),
      advice,
      always: true,
    })
  }
}

export const account: Handler<typeof companyDocumentsCalls.account> = async (_input, { caller, db }) => {
  const { companyId } = caller
  const [row] = await db
    .select({ accountName: companies.name, account: bankAccounts })
    .from(companies)
    .leftJoin(bankAccounts, eq(bankAccounts.companyId, companies.id))
    .where(eq(companies.id, companyId))
  const payee = (await getPayees(db, [companyId])).get(companyId)
  const [waiting] = await db
    .select({ at: payeeChanges.createdAt, realName: users.realName, loginName: users.loginName })
    .from(payeeChanges)
    .innerJoin(users, eq(users.id, payeeChanges.requestedBy))
    .where(and(eq(payeeChanges.companyId, companyId), eq(payeeChanges.status, 'open')))
  const saved = row?.account ?? null
  const raised = saved?.nextLimitAt != null && saved.nextLimitAt <= new Date()
  const limit = (raised ? saved.nextLimit : saved?.changeLimit) ?? defaultPayeeLimit
  return {
    saved: saved !== null,
    accountName: row?.accountName ?? '',
    bankName: payee?.account.bankName ?? '',
    accountNo: payee?.account.accountNo ?? '',
    limit,
    nextLimit:
      !raised && saved?.nextLimit != null && saved.nextLimitAt !== null
        ? { limit: saved.nextLimit, effectiveAt: saved.nextLimitAt.toISOString() }
        : null,
    change:
      payee?.change == null || waiting === undefined
        ? null
        : {
            bankName: payee.change.account.bankName,
            accountNo: payee.change.account.accountNo,
            limit: payee.change.limit,
            effectiveAt: payee.change.effectiveAt,
            requestedBy: personName(waiting),
            requestedAt: waiting.at.toISOString(),
          },
    history: (await historyOf(db, 'payee', companyId)).toReversed(),
  }
}
