import { atom } from 'nanostores'

interface Closing {
  /** Proof of the sign-in that withdraws the closing. */
  readonly ticket: string
  /** When the account is closed for good. */
  readonly dueAt: string
}

/** Offer to a person who signs in to an account that is being closed. `message` is the last failure. */
export type ClosingAccount =
  | { readonly at: 'none' }
  | (Closing & { readonly at: 'asking' | 'sending'; readonly message: string })
  | { readonly at: 'returned' }

export const closingAccount = atom<ClosingAccount>({ at: 'none' })

/** Reads the content of the failure `accountClosing`. */
export function readClosing(content: unknown): Closing {
  const textOf = (name: string): string => {
    const value: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return { ticket: textOf('ticket'), dueAt: textOf('dueAt') }
}
