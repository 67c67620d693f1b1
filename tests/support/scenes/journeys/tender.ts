import type { Page } from 'playwright'
import { z } from 'zod'
import { links } from '../../../../src/domain/links.ts'
import type { Account } from '../../accounts.ts'
import type { Visitor } from '../../browser.ts'
import { callFrom } from '../../call-from.ts'
import { signIn } from '../../sign-in.ts'
import { querySite } from '../../site-database.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const made = z.object({ demandId: z.int().optional(), offerId: z.int().optional() })

/** Signs a user in with a redirect to a page. */
export async function signInOnWay({ page }: Visitor, account: Account, then: string): Promise<void> {
  await page.goto(links.login(then))
  await signIn(page, account)
  await page.waitForURL(`**${then}`)
}

/** A demand with one custom question, open for three days. */
export async function postDemand(
  page: Page,
  door: string,
  demandTitle: string,
  more: { readonly requiredTags?: readonly string[] } = {},
): Promise<number> {
  const [category] = await querySite(door, "select id from categories where kind = 'service' and level = 4 limit 1")
  const own = { key: 'own1', label: '是否自有动物房', input: 'yesNo', options: [], unit: '', required: true }
  const { demandId } = made.parse(
    await callFrom(page, '/mall/demand/save', {
      demandTitle,
      categoryId: category?.['id'],
      summary: '口服小分子，按 GLP 完成。',
      questions: [own],
      demandBudget: 96_000_000,
      deadline: inDays(3),
      submit: true,
      ...more,
    }),
  )
  return demandId ?? 0
}

/** An offer with one item and two payments of 40 and 60 percent. */
export async function submitOffer(
  page: Page,
  demandId: number,
  { yuan, days, sealed }: { yuan: number; days: number; sealed: boolean },
): Promise<number> {
  const milestones = [
    { name: '首付款', percent: 40, dueDays: 0 },
    { name: '尾款', percent: 60, dueDays: days },
  ]
  const { offerId } = made.parse(
    await callFrom(page, '/mall/demand/offer/save-or-update', {
      demandId,
      submit: true,
      sealed,
      milestones,
      durationDays: days,
      validUntil: inDays(60),
      items: [{ name: '13 周毒性试验', unit: '项', quantity: 1, unitPrice: yuan * 100 }],
      note: '动物自有，GLP 条件下完成。',
      answers: [{ key: 'own1', value: '是' }],
    }),
  )
  return offerId ?? 0
}
