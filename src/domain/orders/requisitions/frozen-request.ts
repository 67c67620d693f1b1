import type { SignMethod } from '../../accounts/session.ts'
import type { ListingKind } from '../../catalogue/listing.ts'
import type { PayDevice, PaymentMethod } from '../payment-methods.ts'
import type { ProposedRow } from '../change-terms.ts'

/** An order as asked: items with the prices that were shown; fen. */
export interface FrozenOrder {
  readonly action: 'order'
  readonly items: readonly {
    readonly kind: ListingKind
    readonly listingId: number
    readonly specId: number | null
    readonly quantity: number
    readonly seenPrice: number
    /** Taken from the cart, to which it returns if the order is not placed. */
    readonly fromCart: boolean
  }[]
  /** Framework agreement that it calls off, in the version that was shown. */
  readonly agreement?: { readonly agreementId: number; readonly version: number } | undefined
  readonly addressId: number | null
  /** District and street as shown; '' = nothing is sent. */
  readonly address: string
  readonly orderAmount: number
  readonly invoice: 'none' | 'normal' | 'special'
  readonly remarks: readonly { readonly shopId: number; readonly remark: string }[]
  readonly costCentre: string
  /** '' = none. */
  readonly projectCode: string
  /** R&D programme; absent in requests from before there were any. */
  readonly programmeId?: number | null
}

/** An award as asked: the offer in the version that was shown. */
export interface FrozenAward {
  readonly action: 'award'
  readonly offerId: number
  readonly version: number
  /** fen */
  readonly total: number
  readonly remark: string
  /** Why this offer is chosen. */
  readonly decisionNote: string
  readonly costCentre: string
  /** '' = none. */
  readonly projectCode: string
}

/** A change order that the buyer proposes, with how the requester was confirmed. */
export interface FrozenProposal {
  readonly action: 'change'
  readonly kind: 'propose'
  readonly method: SignMethod
  readonly orderId: number
  readonly baseVersion: number
  readonly reason: string
  readonly scope: string
  readonly promisedOn: string | null
  readonly total: number
  readonly rows: readonly ProposedRow[]
  readonly expiresInDays: number
}

/** The buyer's signature under a change order of the supplier. */
export interface FrozenSignature {
  readonly action: 'change'
  readonly kind: 'sign'
  readonly method: SignMethod
  readonly changeId: number
  readonly fingerprint: string
}

/** A payment of lines at their open amounts. */
export interface FrozenPayment {
  readonly action: 'payment'
  readonly lines: readonly { readonly lineId: number; readonly amount: number }[]
  readonly method: PaymentMethod
  readonly device: PayDevice | null
}

/** What the last approval of a requisition carries out. */
export type FrozenRequest = FrozenOrder | FrozenAward | FrozenProposal | FrozenSignature | FrozenPayment

/** What approvers read: frozen with the request. */
export interface RequisitionContent {
  /** Label and text, in order. */
  readonly facts: readonly { readonly label: string; readonly text: string }[]
  readonly lines: readonly {
    readonly name: string
    readonly note: string
    readonly quantity: number
    /** fen */
    readonly unitPrice: number
    readonly amount: number
  }[]
  /** Path of the order, demand or cart that it is about. */
  readonly path: string
}

/** A line with its amount, as `covers` of requisitions has it. */
export const coveredLine = ({ lineId, amount }: FrozenPayment['lines'][number]): string => `${lineId}=${amount}`
