import { api } from '../../client/browser.ts'

/** Text shown in place of a hidden contact; `canRetry` offers another try. */
export interface ContactText {
  readonly text: string
  readonly canRetry: boolean
}

/** Loads a company's contact data, as far as visible to the person. */
export async function loadContact(orgId: number): Promise<ContactText> {
  const answer = await api.shops.otherCompany({ orgId })
  if (!answer.ok) return { text: '联系方式加载失败，请稍后再试。', canRetry: true }
  const { contactName, contactPhone, contactEmail } = answer.content
  const words = [contactName, contactPhone, contactEmail].filter((word) => word !== '')
  return words.length > 0
    ? { text: words.join('　'), canRetry: false }
    : { text: '该企业只向有订单往来的企业公开联系方式，可先联系客服。', canRetry: false }
}
