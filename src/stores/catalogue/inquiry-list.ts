import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { InquiryCounts, InquiryRow } from '../../contract/catalogue/inquiries.ts'
import { inquiryGroups, type InquiryGroup } from '../../domain/catalogue/inquiry-states.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { saveInquiryDraft, inquiryDraft } from './inquiry-drafts.ts'

export interface InquiriesQuery {
  readonly state: InquiryGroup | undefined
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
}

/** Parses the query of an address; invalid values are dropped. */
export function parseInquiriesQuery(given: URLSearchParams): InquiriesQuery {
  const page = parsePositiveInt(given, 'current') ?? 1
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

/** Current action on an inquiry: none, writing a reply, or closing it. */
export type InquiryAction =
  | { readonly at: 'nothing' }
  | {
      readonly at: 'writing'
      readonly inquiryId: number
      readonly text: string
      /** The seller's reply to a public inquiry stays private. */
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
  readonly action: ReadableAtom<InquiryAction>
  readonly start: () => () => void
  readonly load: () => Promise<void>
  /** Changes filters and returns to the first page. */
  readonly updateQuery: (change: Partial<InquiriesQuery>) => void
  /** Opens the reply box of an inquiry with its saved draft. */
  readonly openReply: (inquiryId: number) => void
  readonly setReplyText: (text: string) => void
  readonly setKeptPrivate: (on: boolean) => void
  readonly requestClose: (row: InquiryRow) => void
  readonly cancelAction: () => void
  /** Submits the reply, once. True on success. */
  readonly submitReply: () => Promise<boolean>
  readonly closeInquiry: () => Promise<boolean>
}

const pageSize = 10
const draftName = (inquiryId: number) => `reply:${inquiryId}`

/** Store of the inquiry list of one side, with its actions. */
export function createInquiryList(side: 'asker' | 'seller'): InquiryList {
  const address = createUrlQuery<InquiriesQuery>(parseInquiriesQuery, ({ current, ...rest }) => ({
    tab: 'inquiry',
    ...rest,
    current: current === 1 ? undefined : current,
  }))
  const page = loadable<InquiriesPage>()
  const action = atom<InquiryAction>({ at: 'nothing' })

  async function load(): Promise<void> {
    const now = address.query.get()
    if (now === null) return
    const { state, ...rest } = now
    const input = { ...rest, pageSize, ...(state === undefined ? {} : { state }) }
    await page.load(() => (side === 'asker' ? api.catalogue.inquiries(input) : api.catalogue.sellerInquiries(input)))
  }

  const sendReply = (open: Extract<InquiryAction, { at: 'writing' }>, text: string, idempotencyKey: string) => {
    const { inquiryId, keepPrivate } = open
    return side === 'asker'
      ? api.catalogue.inquiryFollowUp({ inquiryId, text }, { idempotencyKey })
      : api.catalogue.inquiryReply({ inquiryId, text, keepPrivate }, { idempotencyKey })
  }

  /** Runs the call of the current action; on failure the box stays open with the failure. */
  async function runAction(
    open: Exclude<InquiryAction, { at: 'nothing' }>,
    call: () => Promise<Answer<unknown>>,
  ): Promise<boolean> {
    if (open.sending) return false
    action.set({ ...open, sending: true, failure: null })
    const answer = await call()
    if (!answer.ok) {
      action.set({ ...open, sending: false, failure: answer.failure })
      return false
    }
    action.set({ at: 'nothing' })
    await load()
    return true
  }

  return {
    side,
    pageSize,
    query: address.query,
    inquiries: page.state,
    action,
    load,
    start: () => address.start(() => void load()),
    updateQuery: (change) => address.set({ current: 1, ...change }),
    openReply: (inquiryId) => {
      const text = inquiryDraft(draftName(inquiryId))
      action.set({ at: 'writing', inquiryId, text, keepPrivate: false, sending: false, failure: null })
    },
    setReplyText: (text) => {
      const open = action.get()
      if (open.at !== 'writing' || open.sending) return
      saveInquiryDraft(draftName(open.inquiryId), text)
      action.set({ ...open, text })
    },
    setKeptPrivate: (on) => {
      const open = action.get()
      if (open.at === 'writing' && !open.sending) action.set({ ...open, keepPrivate: on })
    },
    requestClose: (row) => action.set({ at: 'closing', row, sending: false, failure: null }),
    cancelAction: () => {
      const open = action.get()
      if (open.at === 'nothing' || !open.sending) action.set({ at: 'nothing' })
    },
    submitReply: async () => {
      const open = action.get()
      const text = open.at === 'writing' ? open.text.trim() : ''
      if (open.at !== 'writing' || text === '') return false
      const keyName = `${draftName(open.inquiryId)}:${open.keepPrivate}:${text}`
      const sent = await runAction(open, () => sendReply(open, text, getIdempotencyKey(keyName)))
      if (!sent) return false
      clearIdempotencyKey(keyName)
      saveInquiryDraft(draftName(open.inquiryId), '')
      return true
    },
    closeInquiry: async () => {
      const open = action.get()
      if (open.at !== 'closing') return false
      return runAction(open, () => api.catalogue.inquiryClose({ inquiryId: open.row.inquiryId }))
    },
  }
}

export const ownInquiries = createInquiryList('asker')
export const receivedInquiries = createInquiryList('seller')
