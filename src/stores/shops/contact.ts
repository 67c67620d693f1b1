import { api } from '../../client/browser.ts'

/** What is said in place of a hidden contact; `again` tells that asking once more may help. */
export interface ContactWords {
  readonly text: string
  readonly again: boolean
}

/** Reads how to reach a company, as far as it lets whoever is signed in see it. */
export async function readContact(orgId: number): Promise<ContactWords> {
  const answer = await api.shops.otherCompany({ orgId })
  if (!answer.ok) return { text: '联系方式没有读到，请稍后再试。', again: true }
  const { contactName, contactPhone, contactEmail } = answer.content
  const words = [contactName, contactPhone, contactEmail].filter((word) => word !== '')
  return words.length > 0
    ? { text: words.join('　'), again: false }
    : { text: '该企业只向有订单往来的企业公开联系方式，可先联系客服。', again: false }
}
