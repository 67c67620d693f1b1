/** What decides whether a text is shown: whose it is, and whether it is out. */
interface Placed {
  readonly id: number
  readonly draft: boolean
  /** Areas whose own text this is; undefined for the general one. */
  readonly areas?: readonly string[] | undefined
}

/** The texts of one area: its own in place of the general ones of the same id; drafts only where they are wanted. */
export function textsOf<T extends Placed>(texts: readonly T[], area: string, drafts: boolean): T[] {
  const shown = texts.filter(({ draft }) => drafts || !draft)
  const own = shown.filter(({ areas }) => areas?.includes(area) === true)
  const ownIds = new Set(own.map(({ id }) => id))
  return [...own, ...shown.filter(({ id, areas }) => areas === undefined && !ownIds.has(id))]
}
