import { inquiryTransitions, type InquiryStatus } from '../../domain/catalogue/inquiry-states.ts'
import { next } from '../../domain/transition.ts'
import type { inquiries, inquiryMessages } from '../tables/interest.ts'
import type { Accounts, Organisation } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'
import { inquiryNotes, type InquiryNote } from './data/inquiries.ts'
import { need } from './random.ts'

export interface Inquiries {
  readonly inquiries: readonly (typeof inquiries.$inferInsert & { id: number })[]
  readonly messages: readonly (typeof inquiryMessages.$inferInsert & { id: number })[]
}

type Said = { readonly side: 'asker' | 'seller'; readonly text: string; readonly createdAt: Date }

/** Questions and answers about listings, oldest first. */
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
      const [asker, seller] = [need(accounts.byKey, note.by), need(companies, companyId)]
      const said = linesOf(note, days)
      const steps = stepsOf(said, asker, seller)
      const last = steps.at(-1)
      if (last === undefined) throw new Error(`Nothing is asked about ${note.about}`)
      log.add('inquiry', id, '', steps)
      rows.inquiries.push({
        ...{ id, kind, listingId, sellerCompanyId: companyId, isPublic: note.isPublic, status: last.to },
        ...{ userId: asker.ownerId, companyId: asker.company.id },
        ...{ createdAt: said[0]?.createdAt ?? last.at, updatedAt: last.at },
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

/** Each line a quarter of an hour or so after the one before. */
const linesOf = ({ text, day }: InquiryNote, days: Calendar): Said[] =>
  text.split('\n').map((line, index) => ({
    side: line.startsWith('<') ? 'seller' : 'asker',
    text: line.slice(2),
    createdAt: days.at(-day, `${10 + index}:${16 + index * 7}`),
  }))

/** The first line opens it, each other one is the step of its side. */
function stepsOf(said: readonly Said[], asker: Organisation, seller: Organisation) {
  const steps: (Step & { readonly to: InquiryStatus })[] = []
  for (const { side, createdAt } of said) {
    const by = side === 'asker' ? asker : seller
    const event = side === 'asker' ? 'ask' : 'answer'
    const before = steps.at(-1)?.to
    const to = before === undefined ? 'open' : next(inquiryTransitions, before, event, side)
    if (to === undefined) throw new Error(`Nobody can ${event} in an inquiry that is ${before}`)
    steps.push({ event, to, at: createdAt, userId: by.ownerId, companyId: by.company.id })
  }
  return steps
}
