/**
 * A service written down once, with the variations it is offered in.
 * `{name}` stands for a column of the variation. Lists are divided by `；`, label and value by `=`.
 */
export interface ServiceNote {
  /** The columns of a variation after supplier, price, time and category leaf. */
  readonly vars: string
  readonly title: string
  readonly summary: string
  readonly tags: string
  readonly facts: string
  readonly text: readonly string[]
  readonly table?: readonly string[]
  /** `name weeks`; `~n` starts n weeks before the step above it ends. */
  readonly steps: string
  readonly out: string
  /** One line each: supplier | yuan, low~high or 面议 | time | leaf | columns of `vars`. */
  readonly each: string
}
