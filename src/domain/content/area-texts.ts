/** Fields that decide whether a text is shown. */
interface AreaText {
  readonly id: number
  readonly draft: boolean
  /** Areas whose own text this is; undefined for the general one. */
  readonly areas?: readonly string[] | undefined
}

/** Texts of an area: its own replace general ones with the same id; drafts only if requested. */
export function selectAreaTexts<T extends AreaText>(texts: readonly T[], area: string, drafts: boolean): T[] {
  const shown = texts.filter(({ draft }) => drafts || !draft)
  const own = shown.filter(({ areas }) => areas?.includes(area) === true)
  const ownIds = new Set(own.map(({ id }) => id))
  return [...own, ...shown.filter(({ id, areas }) => areas === undefined && !ownIds.has(id))]
}
