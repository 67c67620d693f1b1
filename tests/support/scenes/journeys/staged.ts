import type { Page } from 'playwright'
import { z } from 'zod'
import { callFrom } from '../../call-from.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const offerAnswer = z.object({ offerId: z.int() })
const dealAnswer = z.object({ orderId: z.int(), orderNo: z.string() })

/** An offer with a prepayment and three stages. */
export async function submitStagedOffer(page: Page, demandId: number): Promise<number> {
  const milestones = [
    { name: '预付款', percent: 10, dueDays: 0 },
    { name: '方案', percent: 20, dueDays: 30, deliverables: '签字的试验方案' },
    { name: '中期报告', percent: 30, dueDays: 60, deliverables: '给药期数据与中期小结' },
    { name: '总结报告', percent: 40, dueDays: 120, deliverables: 'GLP 总结报告，中英文' },
  ]
  const input = {
    demandId,
    submit: true,
    milestones,
    durationDays: 120,
    validUntil: inDays(60),
    items: [{ name: '13 周毒性试验', unit: '项', quantity: 1, unitPrice: 50_000_000 }],
    note: '动物自有，GLP 条件下完成。',
    answers: [{ key: 'own1', value: '是' }],
  }
  return offerAnswer.parse(await callFrom(page, '/mall/demand/offer/save-or-update', input)).offerId
}

/** Awards an offer. */
export const awardOffer = async (page: Page, offerId: number) =>
  dealAnswer.parse(await callFrom(page, '/mall/demand/offer/deal', { offerId }))
