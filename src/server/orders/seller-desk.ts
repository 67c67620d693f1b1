import type { Desk, ordersCalls } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { byUrgency, isUrgent, waitsLong } from '../../domain/orders/desk.ts'
import { waitingInquiries } from '../catalogue/public.ts'
import { sellerDemandFacts } from '../demands/public.ts'
import type { Handler } from '../handler.ts'
import { certifyTodo, orderFigures, ordersIn, paymentsAhead, planOf, type Todo } from './desk-facts.ts'

const nothing: Desk = { todos: [], figures: [], payments: [] }

/** Each part only for those who may see what it is made of. */
export const sellerDesk: Handler<typeof ordersCalls.sellerDesk> = async (_input, { caller, db }) => {
  const now = new Date()
  const { companyId, permissions } = caller
  const orderPart = permissions.has('order_manage') ? await ordersOf(db, companyId, now) : nothing
  const demandPart = permissions.has('my_supply') ? await demandsOf(db, companyId, now) : nothing
  const questionPart = permissions.has('question_manage') ? await questionsOf(db, companyId) : []
  const certify = await certifyTodo(db, companyId, links.sellerAccount({ tab: 'certification' }))
  const todos = [...orderPart.todos, ...questionPart, ...demandPart.todos, ...(certify === undefined ? [] : [certify])]
  return {
    todos: byUrgency(todos),
    figures: [...orderPart.figures, ...demandPart.figures],
    payments: orderPart.payments,
  }
}

async function ordersOf(db: Db, companyId: number, now: Date): Promise<Desk> {
  const waiting = await ordersIn(db, 'seller', companyId, ['pending_confirm', 'changes_requested'])
  const ahead = await paymentsAhead(db, 'seller', companyId, now)
  const { running, pending, yearTotal } = await orderFigures(db, 'seller', companyId)
  const todos = waiting.map(({ id, title, status, createdAt }): Todo =>
    status === 'pending_confirm'
      ? {
          ...{ kind: 'confirm', dueAt: null, urgent: waitsLong(createdAt, now) },
          title: `请确认订单「${title}」`,
          path: links.sellerConfirmOrder(id),
        }
      : {
          ...{ kind: 'revise', dueAt: null, urgent: true },
          title: `「${title}」买家要求修改`,
          path: links.sellerOrder(id),
        },
  )
  return {
    todos,
    figures: [
      { label: '待确认的订单', value: pending, unit: 'count' },
      { label: '履约中的订单', value: running, unit: 'count' },
      { label: '本年成交额', value: yearTotal, unit: 'fen' },
    ],
    payments: planOf(ahead, now),
  }
}

async function demandsOf(db: Db, companyId: number, now: Date): Promise<Desk> {
  const { hints, submittedCount } = await sellerDemandFacts(db, companyId)
  const todos = hints.map(({ demandId, title, deadline, draftId }): Todo => ({
    kind: 'offer',
    title: draftId === null ? `「${title}」正在征集报价` : `「${title}」的报价还是草稿`,
    path: links.makeOffer(demandId),
    dueAt: deadline.toISOString(),
    urgent: draftId !== null && isUrgent(deadline, now),
  }))
  return { todos, figures: [{ label: '有效报价', value: submittedCount, unit: 'count' }], payments: [] }
}

/** All questions that wait are one thing to do. */
async function questionsOf(db: Db, companyId: number): Promise<Todo[]> {
  const waiting = await waitingInquiries(db, companyId)
  if (waiting === 0) return []
  return [
    { kind: 'answer', title: `${waiting} 条客户咨询待回复`, path: links.sellerInquiries(), dueAt: null, urgent: false },
  ]
}
