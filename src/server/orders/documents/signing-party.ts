import { signMethodLabels, type SignMethod } from '../../../domain/accounts/session.ts'
import { dateTime } from '../../../domain/time.ts'
import type { SignatureParty } from './pdf-page.ts'

/** A signature made online. */
interface OnlineSignature {
  readonly name: string
  readonly method: SignMethod
  /** ISO 8601. */
  readonly at: string
}

/** Signature box of a company that signs online; empty facts while it has not. */
export const signingParty = (
  title: string,
  companyName: string,
  signature: OnlineSignature | undefined,
): SignatureParty => ({
  title,
  facts: [
    ['单位名称', companyName],
    ['签署人', signature?.name ?? ''],
    ['签署方式', signature === undefined ? '' : `${signMethodLabels[signature.method]}确认`],
    ['签署时间', signature === undefined ? '' : dateTime(signature.at)],
  ],
})
