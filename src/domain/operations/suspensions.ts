/** What a suspension changed, and its end brings back. */
export interface SuspendedState {
  /** Of a user: was locked by the company before. */
  readonly wasLocked?: boolean
  /** Of a company: ids of what was public. */
  readonly services?: readonly number[]
  readonly products?: readonly number[]
  readonly demands?: readonly number[]
}
