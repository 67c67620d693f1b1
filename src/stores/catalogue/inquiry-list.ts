import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { InquiryCounts, InquiryRow } from '../../contract/catalogue/inquiries.ts'
import { inquiryGroups, type InquiryGroup } from '../../domain/catalogue/inquiry-states.ts'
import { addressOf, numberIn } from '../address.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { keepDraft, typedText } from './inquiry-drafts.ts'

export interface InquiriesQuery {
  readonly state: InquiryGroup | undefined
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
}

/** The query of an address; what makes no sense is left out. */
export function readInquiries(given: URLSearchParams): InquiriesQuery {
  const page = numberIn(given, 'current') ?? 1
  return {
    state: inquiryGroups.find((state) => state === given.get('state')),
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    current: page <= 1_000_000 ? page : 1,
  }
}

interface InquiriesPage {
  readonly total: number
  readonly data: readonly InquiryRow[]
  readonly counts: InquiryCounts
}

/** What is being done to which inquiry. */
export type Doing =
  | { readonly at: 'nothing' }
  | {
      readonly at: 'writing'
      readonly inquiryId: number
      readonly text: string
      /** The seller keeps a public question between the two. */
      readonly keepPrivate: boolean
      readonly sending: boolean
      readonly failure: Failure | null
    }
  | { readonly at: 'closing'; readonly row: InquiryRow; readonly sending: boolean; readonly failure: Failure | null }

export interface InquiryList {
  readonly side: 'asker' | 'seller'
  readonly pageSize: number
  readonly query: ReadableAtom<InquiriesQuery | null>
  readonly inquiries: ReadableAtom<Loaded<InquiriesPage>>
  readonly doing: ReadableAtom<Doing>
  readonly start: () => () => void
  readonly load: () => Promise<void>
  /** Other conditions begin at the first page. */
  readonly choose: (change: Partial<InquiriesQuery>) => void
  /** Opens the box under an inquiry, with what was typed there before. */
  readonly write: (inquiryId: number) => void
  readonly type: (text: string) => void
  readonly keepPrivate: (on: boolean) => void
  readonly askClose: (row: InquiryRow) => void
  readonly dismiss: () => void
  /** Sends what was typed, once; answers whether it worked. */
  readonly send: () => Promise<boolean>
  readonly close: () => Promise<boolean>
}

const pageSize = 10
const draftName = (inquiryId: number) => `reply:${inquiryId}`

/** The inquiries of one side, and what can be done with them. */
export function inquiryList(side: 'asker' | 'seller'): InquiryList {
  const address = addressOf<InquiriesQuery>(readInquiries, ({ current, ...rest }) => ({
    tab: 'inquiry',
    ...rest,
    current: current === 1 ? undefined : current,
  }))
  const page = loadable<InquiriesPage>()
  const doing = atom<Doing>({ at: 'nothing' })

  async function load(): Promise<void> {
    const now = address.query.get()
    if (now === null) return
    const { state, ...rest } = now
    const input = { ...rest, pageSize, ...(state === undefined ? {} : { state }) }
    await page.load(() => (side === 'asker' ? api.catalogue.inquiries(input) : api.catalogue.sellerInquiries(input)))
  }

  const say = (open: Extract<Doing, { at: 'writing' }>, text: string, idempotencyKey: string) => {
    const { inquiryId, keepPrivate } = open
    return side === 'asker'
      ? api.catalogue.inquiryFollowUp({ inquiryId, text }, { idempotencyKey })
      : api.catalogue.inquiryReply({ inquiryId, text, keepPrivate }, { idempotencyKey })
  }

  /** Sends for the open box or question; where it fails the box stays open with the failure. */
  async function act(open: Exclude<Doing, { at: 'nothing' }>, made: () => Promise<Answer<unknown>>): Promise<boolean> {
    if (open.sending) return false
    doing.set({ ...open, sending: true, failure: null })
    const answer = await made()
    if (!answer.ok) {
      doing.set({ ...open, sending: false, failure: answer.failure })
      return false
    }
    doing.set({ at: 'nothing' })
    await load()
    return true
  }

  return {
    ...{ side, pageSize, query: address.query, inquiries: page.state, doing, load },
    start: () => address.start(() => void load()),
    choose: (change) => address.set({ current: 1, ...change }),
    write: (inquiryId) => {
      const text = typedText(draftName(inquiryId))
      doing.set({ at: 'writing', inquiryId, text, keepPrivate: false, sending: false, failure: null })
    },
    type: (text) => {
      const open = doing.get()
      if (open.at !== 'writing' || open.sending) return
      keepDraft(draftName(open.inquiryId), text)
      doing.set({ ...open, text })
    },
    keepPrivate: (on) => {
      const open = doing.get()
      if (open.at === 'writing' && !open.sending) doing.set({ ...open, keepPrivate: on })
    },
    askClose: (row) => doing.set({ at: 'closing', row, sending: false, failure: null }),
    dismiss: () => {
      const open = doing.get()
      if (open.at === 'nothing' || !open.sending) doing.set({ at: 'nothing' })
    },
    send: async () => {
      const open = doing.get()
      const text = open.at === 'writing' ? open.text.trim() : ''
      if (open.at !== 'writing' || text === '') return false
      const intention = `${draftName(open.inquiryId)}:${open.keepPrivate}:${text}`
      const sent = await act(open, () => say(open, text, intentionKey(intention)))
      if (!sent) return false
      intentionDone(intention)
      keepDraft(draftName(open.inquiryId), '')
      return true
    },
    close: async () => {
      const open = doing.get()
      if (open.at !== 'closing') return false
      return act(open, () => api.catalogue.inquiryClose({ inquiryId: open.row.inquiryId }))
    },
  }
}

export const ownInquiries = inquiryList('asker')
export const receivedInquiries = inquiryList('seller')
