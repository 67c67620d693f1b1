import { and, asc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments, payouts } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { capitalAmount } from '../../../domain/orders/capital-amount.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Providers } from '../../providers/providers.ts'
import { createPdf } from './create-pdf.ts'
import { saveGeneratedFile } from '../../platform/files/generated-files.ts'

const payer = alias(companies, 'payer')

/**
 * Creates vouchers (PDF with a demo watermark) for submitted demo transfers and receipts for paid payouts that have none.
 */
export async function createDemoVouchers(db: Db, providers: Pick<Providers, 'storage'>): Promise<void> {
  for (const transfer of await selectWaitingTransfers(db)) {
    const { id, paymentNo, userId, companyId } = transfer
    const made = { title: `转账凭证 ${paymentNo}`, kind: 'pdf', bytes: await createVoucherPdf(transfer) } as const
    const { fileId } = await saveGeneratedFile({ db, providers }, { userId, companyId }, made)
    await db.update(payments).set({ voucherId: fileId }).where(eq(payments.id, id))
  }
  await createDemoReceipts(db, providers)
}

/** Creates receipts for paid demo payouts that have none. */
async function createDemoReceipts(db: Db, providers: Pick<Providers, 'storage'>): Promise<void> {
  const paid = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.status, 'paid'), isNull(payouts.receiptId)))
  for (const {
    id,
    payoutNo,
    amount,
    fee,
    firstBy,
    closedAt,
    accountName,
    bankName,
    accountNo,
    bankReference,
  } of paid) {
    if (firstBy === null) continue
    const title = '银行回单（演示）'
    const at = closedAt ?? new Date()
    const paper = { title, no: bankReference, footer: '演示数据，不是银行出具的凭证', at, demo: true }
    const bytes = await createPdf(paper, (page) => {
      page.title(title)
      page.facts([
        ['付款户名', '平台（演示）'],
        ['收款户名', accountName],
        ['收款银行', bankName],
        ['收款账号', accountNo ?? ''],
        ['金额', `¥${yuan(amount - fee)}`],
        ['大写', capitalAmount(amount - fee)],
        ['附言', `货款 ${payoutNo}`],
        ['交易时间', dateTime(at.toISOString())],
      ])
    })
    const made = { title: `银行回单 ${payoutNo}`, kind: 'pdf', bytes } as const
    const { fileId } = await saveGeneratedFile({ db, providers }, { userId: firstBy, companyId: null }, made)
    await db.update(payouts).set({ receiptId: fileId }).where(eq(payouts.id, id))
  }
}

const selectWaitingTransfers = (db: Db) =>
  db
    .selectDistinctOn([payments.id], {
      id: payments.id,
      paymentNo: payments.paymentNo,
      remarkCode: payments.remarkCode,
      amount: payments.amount,
      userId: payments.userId,
      companyId: payments.companyId,
      at: payments.createdAt,
      payerName: payer.name,
      accountName: bankAccounts.accountName,
      bankName: bankAccounts.bankName,
      accountNo: bankAccounts.accountNo,
    })
    .from(payments)
    .innerJoin(payer, eq(payer.id, payments.companyId))
    .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
    .innerJoin(orders, eq(orders.id, paymentParts.orderId))
    .innerJoin(bankAccounts, eq(bankAccounts.companyId, orders.sellerCompanyId))
    .where(and(eq(payments.status, 'submitted'), eq(payments.method, 'bank'), isNull(payments.voucherId)))
    .orderBy(asc(payments.id))

type Transfer = Awaited<ReturnType<typeof selectWaitingTransfers>>[number]

function createVoucherPdf({ paymentNo, remarkCode, amount, at, payerName, ...payee }: Transfer): Promise<Uint8Array> {
  const title = '转账凭证（演示）'
  const paper = { title, no: paymentNo, footer: '演示数据，不是银行出具的凭证', at, demo: true }
  return createPdf(paper, (page) => {
    page.title(title)
    page.facts([
      ['付款户名', payerName],
      ['收款户名', payee.accountName],
      ['收款银行', payee.bankName],
      ['收款账号', payee.accountNo],
      ['金额', `¥${yuan(amount)}`],
      ['大写', capitalAmount(amount)],
      ['附言', remarkCode],
      ['交易时间', dateTime(at.toISOString())],
    ])
  })
}
