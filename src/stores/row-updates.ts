/** The rows with one row partially updated. */
export const withRow = <Row extends object>(rows: readonly Row[], at: number, change: Partial<Row>): Row[] =>
  rows.map((row, place) => (place === at ? { ...row, ...change } : row))

export const withoutRow = <Row>(rows: readonly Row[], at: number): Row[] => rows.filter((_row, place) => place !== at)

/** The rows with one row moved by `by` places. */
export function withMovedRow<Row>(rows: readonly Row[], at: number, by: number): Row[] {
  const moved = [...rows]
  moved.splice(at + by, 0, ...moved.splice(at, 1))
  return moved
}

/** The list with one item set; gaps before it are filled with `empty`. */
export const withItem = <Item>(list: readonly Item[], at: number, item: Item, empty: Item): Item[] =>
  Array.from({ length: Math.max(list.length, at + 1) }, (_item, place) =>
    place === at ? item : (list[place] ?? empty),
  )
