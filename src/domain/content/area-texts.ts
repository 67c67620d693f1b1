/** Fields that decide whether a text is shown. */
interface AreaText {
  readonly id: number
  /** Areas whose own text this is; empty for the general one. */
  readonly areas: readonly string[]
}

/** Texts of an area: its own replace general ones with the same id. */
export function selectAreaTexts<T extends AreaText>(texts: readonly T[], area: string): T[] {
  const own = texts.filter(({ areas }) => areas.includes(area))
  const ownIds = new Set(own.map(({ id }) => id))
  return [...own, ...texts.filter(({ id, areas }) => areas.length === 0 && !ownIds.has(id))]
}
