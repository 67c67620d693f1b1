import { links } from '../../domain/links.ts'
import type { letterRecipients, letters } from '../tables/letters.ts'
import type { notices } from '../tables/operations.ts'
import { demoIds, type Accounts, type Organisation } from './build-accounts.ts'
import type { Demands } from './build-demands.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import { requireKey } from './random.ts'
import { inquiryTransitions, type InquiryStatus } from '../../domain/catalogue/inquiry-states.ts'
import { nextState } from '../../domain/transition.ts'
import type { inquiries, inquiryMessages } from '../tables/interest.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { ChangeLog, Step } from './changes.ts'
import { inquiryNotes, type InquiryNote } from './data/chats.ts'

type Notice = typeof notices.$inferInsert & { createdAt: Date }
type Letter = typeof letters.$inferInsert & { id: number; createdAt: Date }
type Receipt = typeof letterRecipients.$inferInsert

export interface Messages {
  readonly notices: readonly Notice[]
  readonly letters: readonly Letter[]
  readonly receipts: readonly Receipt[]
}

/** Messages older than this many days are read. */
const unreadDays = 4

/** Notices of the demo people about offers and ended orders, and letters between them. */
export function buildMessages(
  accounts: Accounts,
  { demands, offers }: Demands,
  { orders }: Orders,
  days: Calendar,
): Messages {
  const owners = ['衡序', '屿宁', '臻境', '砚谷', '砺川'].map((name) => requireKey(accounts.byKey, name))
  const ownerOf = new Map(owners.map(({ company, ownerId }) => [company.id, ownerId]))
  const readBefore = days.at(-unreadDays)
  const notices: Notice[] = []
  const notifyCompany = (
    companyId: number,
    createdAt: Date | undefined,
    notice: Omit<Notice, 'userId' | 'createdAt'>,
  ) => {
    const userId = ownerOf.get(companyId)
    if (userId === undefined || createdAt === undefined) return
    notices.push({ ...notice, userId, createdAt, readAt: createdAt < readBefore ? createdAt : null })
  }
  const byId = new Map(demands.map((demand) => [demand.id, demand]))
  for (const offer of offers) {
    const demand = byId.get(offer.demandId)
    if (demand === undefined || offer.status === 'draft') continue
    const path = links.buyerDemand(demand.id)
    const title = `需求“${demand.title}”收到一份新报价`
    notifyCompany(demand.companyId, offer.createdAt, {
      event: 'demand.offered',
      title,
      text: '请在需求详情中查看与比较。',
      path,
    })
    if (offer.status === 'lost') {
      const lost = `需求“${demand.title}”已选定其他报价`
      notifyCompany(offer.companyId, offer.createdAt, {
        event: 'offer.decided',
        title: lost,
        path: links.sellerOffers(),
      })
    }
  }
  for (const { id, orderNo, title, status, createdAt, buyerCompanyId, sellerCompanyId } of orders) {
    if (status !== 'completed') continue
    const words = { event: 'order.moved', title: `订单 ${orderNo} 已完成`, text: title } as const
    notifyCompany(buyerCompanyId, createdAt, { ...words, path: links.buyerOrder(id) })
    notifyCompany(sellerCompanyId, createdAt, { ...words, path: links.sellerOrder(id) })
  }
  const sorted = notices.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return { notices: sorted, ...buildLetters(accounts, days) }
}

function buildLetters(accounts: Accounts, days: Calendar): Pick<Messages, 'letters' | 'receipts'> {
  const [buyer, seller] = [requireKey(accounts.byKey, '衡序'), requireKey(accounts.byKey, '臻境')]
  const done = (createdAt: Date, recipientCount = 1) => ({ createdAt, deliveredAt: createdAt, recipientCount })
  const everyone = Object.values(demoIds).filter((userId) => userId !== demoIds.ops)
  const sample = '供试品到货时间'
  const rows: Letter[] = [
    {
      id: 1,
      senderUserId: demoIds.ops,
      audience: 'all' as const,
      subject: '消息中心已更新',
      text: '业务消息与个人消息现已分开显示，可按分组与日期查找。通知方式在“偏好设置”中选择，邮件会把一段时间内的消息合并发送。',
      ...done(days.at(-6, '09:30'), everyone.length),
    },
    {
      id: 2,
      senderUserId: seller.ownerId,
      senderCompanyId: seller.company.id,
      audience: 'company' as const,
      toCompanyId: buyer.company.id,
      subject: sample,
      text: '动物房排期需要提前两周锁定，请确认供试品的到货时间与数量，便于我们安排适应期。',
      ...done(days.at(-3, '10:12')),
    },
    {
      id: 3,
      threadId: 2,
      senderUserId: buyer.ownerId,
      senderCompanyId: buyer.company.id,
      audience: 'person' as const,
      toUserId: seller.ownerId,
      subject: `回复：${sample}`,
      text: '预计下周三到货，约 120 g，随货附检验报告。',
      ...done(days.at(-2, '15:40')),
    },
    {
      id: 4,
      senderUserId: buyer.ownerId,
      senderCompanyId: buyer.company.id,
      audience: 'person' as const,
      toUserId: demoIds.sub,
      subject: '本周评审会',
      text: '周五下午两点评审各家方案，请提前把报价对比整理好。',
      ...done(days.at(-1, '17:05')),
    },
  ]
  const receipts: Receipt[] = [
    ...everyone.map((userId) => ({ letterId: 1, userId, createdAt: days.at(-6, '09:30') })),
    { letterId: 2, userId: buyer.ownerId, readAt: days.at(-2, '15:30'), createdAt: days.at(-3, '10:12') },
    { letterId: 3, userId: seller.ownerId, createdAt: days.at(-2, '15:40') },
    { letterId: 4, userId: demoIds.sub, createdAt: days.at(-1, '17:05') },
  ]
  return { letters: rows, receipts }
}

export interface Inquiries {
  readonly inquiries: readonly (typeof inquiries.$inferInsert & { id: number })[]
  readonly messages: readonly (typeof inquiryMessages.$inferInsert & { id: number })[]
}

type InquiryLine = { readonly side: 'asker' | 'seller'; readonly text: string; readonly createdAt: Date }

/** Inquiries about listings, oldest first. */
export function buildInquiries(accounts: Accounts, catalogue: Catalogue, days: Calendar, log: ChangeLog): Inquiries {
  const companies = new Map(accounts.organisations.map((each) => [each.company.id, each]))
  const rows = {
    inquiries: new Array<Inquiries['inquiries'][number]>(),
    messages: new Array<Inquiries['messages'][number]>(),
  }
  inquiryNotes
    .toSorted((a, b) => b.day - a.day)
    .forEach((note, index) => {
      const id = index + 1
      const { kind, listingId, companyId } = listingOf(note, catalogue)
      const [asker, seller] = [requireKey(accounts.byKey, note.by), requireKey(companies, companyId)]
      const said = linesOf(note, days)
      const steps = stepsOf(said, asker, seller)
      const last = steps.at(-1)
      if (last === undefined) throw new Error(`Nothing is asked about ${note.about}`)
      log.add('inquiry', id, '', steps)
      rows.inquiries.push({
        id,
        kind,
        listingId,
        sellerCompanyId: companyId,
        isPublic: note.isPublic,
        status: last.to,
        userId: asker.ownerId,
        companyId: asker.company.id,
        createdAt: said[0]?.createdAt ?? last.at,
        updatedAt: last.at,
      })
      for (const { side, text, createdAt } of said) {
        const userId = side === 'asker' ? asker.ownerId : seller.ownerId
        rows.messages.push({ id: rows.messages.length + 1, inquiryId: id, side, userId, text, createdAt })
      }
    })
  return rows
}

function listingOf({ about }: InquiryNote, { services, products }: Catalogue) {
  const service = services.find(({ title }) => title.startsWith(about))
  if (service !== undefined) return { kind: 'service' as const, listingId: service.id, companyId: service.companyId }
  const product = products.find(({ title }) => title.startsWith(about))
  if (product === undefined) throw new Error(`No listing of the seeds begins with ${about}`)
  return { kind: 'product' as const, listingId: product.id, companyId: product.companyId }
}

/** Messages about a quarter of an hour apart. */
const linesOf = ({ text, day }: InquiryNote, days: Calendar): InquiryLine[] =>
  text.split('\n').map((line, index) => ({
    side: line.startsWith('<') ? 'seller' : 'asker',
    text: line.slice(2),
    createdAt: days.at(-day, `${10 + index}:${16 + index * 7}`),
  }))

/** The first message opens the inquiry; each later one is a step of its side. */
function stepsOf(said: readonly InquiryLine[], asker: Organisation, seller: Organisation) {
  const steps: (Step & { readonly to: InquiryStatus })[] = []
  for (const { side, createdAt } of said) {
    const by = side === 'asker' ? asker : seller
    const event = side === 'asker' ? 'ask' : 'answer'
    const before = steps.at(-1)?.to
    const to = before === undefined ? 'open' : nextState(inquiryTransitions, before, event, side)
    if (to === undefined) throw new Error(`Nobody can ${event} in an inquiry that is ${before}`)
    steps.push({ event, to, at: createdAt, userId: by.ownerId, companyId: by.company.id })
  }
  return steps
}
