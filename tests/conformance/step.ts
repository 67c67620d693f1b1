import type { Body } from './client.ts'

/** Demo accounts, an anonymous visitor, and two people who register during the run. */
export type Person =
  | 'visitor'
  | 'buyer'
  | 'buyer2'
  | 'seller'
  | 'seller3'
  | 'person'
  | 'service'
  | 'sub'
  | 'ops'
  | 'newcomer'
  | 'newSupplier'
  | 'newByMobile'

/** Context of a step. */
export interface Stage {
  /** A number saved by an earlier step. */
  readonly number: (name: string) => number
  /** A saved value as text, as in a link. */
  readonly text: (name: string) => string
  /** Answer of a new image captcha; a wrong one if this run cannot read captchas. */
  readonly captcha: () => Promise<Body>
  /** The last code sent to a number or address, from the demo outbox; 000000 if there is none. */
  readonly codeTo: (recipient: string) => Promise<string>
  /** A date so many days from now. */
  readonly moment: (days: number) => string
  readonly weekday: (days: number) => string
  /** Unique per run, for names that must be unique. */
  readonly run: string
  /** An unused mobile number, by its last digit. */
  readonly mobile: (digit: number) => string
}

/** One call by one person. */
export interface Step {
  readonly path: string
  readonly as: Person
  readonly send?: (stage: Stage) => Body | Promise<Body>
  /** Accepted codes; 200 unless the situation leads to a named failure. */
  readonly codes?: readonly number[]
  /** Required field names of the response, from the specification. */
  readonly names?: readonly string[]
  /** Values for later steps: name → path in the response. */
  readonly saveAs?: Readonly<Record<string, string>>
  /** Depends on an image captcha: without captcha answers the call is refused. */
  readonly captcha?: true
  /** An auxiliary call of the product's own; not counted. */
  readonly own?: true
  /** Uploads a picture for this purpose instead of a body. */
  readonly upload?: string
  /** Additional check: returns the error, or undefined. */
  readonly check?: (content: unknown, stage: Stage) => string | undefined
}
