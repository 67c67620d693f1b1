import { api } from '../../client/browser.ts'
import { parseFavouriteKey } from '../../domain/catalogue/favourites.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { supplierMarkLabels } from '../../domain/shops/supplier-marks.ts'

/**
 * What the company of a signed-in person has agreed or noted, on pages that are the same for everyone: agreed prices at
 * `[data-agreed]` (`product:12`), 优选 and 已停用 beside the buttons that follow a shop. Only this call knows it, so
 * that no cached page does.
 */
export async function showOwnTerms(): Promise<void> {
  await Promise.all([showMarks(), ...[...document.querySelectorAll<HTMLElement>('[data-agreed]')].map(showPrices)])
}

async function showPrices(place: HTMLElement): Promise<void> {
  const key = parseFavouriteKey(place.dataset['agreed'] ?? '')
  if (key === undefined || key.kind === 'shop') return
  const answer = await api.orders.agreedPrices({ kind: key.kind, listingId: key.id })
  const [first] = answer.ok ? answer.content : []
  if (!answer.ok || first === undefined) return
  const more = answer.content.length > 1 ? '起' : ''
  const link = document.createElement('a')
  link.href = links.buyerAgreement(first.agreementId)
  link.className = 'text-accent underline underline-offset-3'
  link.textContent = `按协议 ${first.agreementNo} 下单`
  const text = `贵企业协议价 ¥${yuan(first.unitPrice)}${more}，至 ${first.validUntil}，余额 ¥${yuan(first.room)}　`
  place.replaceChildren(text, link)
  place.hidden = false
}

async function showMarks(): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('button[data-mark^="shop:"]')]
  const shopIds = [...new Set(buttons.flatMap(({ dataset }) => parseFavouriteKey(dataset['mark'] ?? '')?.id ?? []))]
  if (shopIds.length === 0) return
  const answer = await api.shops.ownSupplierMarks({ shopIds: shopIds.slice(0, 200) })
  if (!answer.ok) return
  const marks = new Map(answer.content.map((mark) => [mark.shopId, mark]))
  for (const button of buttons) {
    const found = marks.get(parseFavouriteKey(button.dataset['mark'] ?? '')?.id ?? null)
    if (found === undefined || button.previousElementSibling?.hasAttribute('data-own-mark') === true) continue
    const { label, tone } = supplierMarkLabels[found.mark]
    const badge = document.createElement('span')
    badge.dataset['ownMark'] = ''
    badge.className = `text-sm font-medium whitespace-nowrap ${tone === 'good' ? 'text-good' : 'text-bad'}`
    badge.textContent = label
    badge.title = found.reason
    button.before(badge)
  }
}
