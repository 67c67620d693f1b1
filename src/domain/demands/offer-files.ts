/** A file of an offer as its version keeps it: the content's hash belongs to what was offered. */
export interface OfferFile {
  readonly fileId: string
  readonly name: string
  /** bytes */
  readonly size: number
  readonly sha256: string
}
/** An offer carries so many files at most. */
export const mostOfferFiles = 10
