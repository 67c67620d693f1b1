/** Counts by status, and the total of the requested status (of all without one). */
export function countsOf<S extends string>(
  rows: readonly { status: S; count: number }[],
  status: S | undefined,
): { total: number; counts: Partial<Record<S, number>> } {
  const counts: Partial<Record<S, number>> = {}
  for (const row of rows) counts[row.status] = row.count
  const total = status === undefined ? rows.reduce((sum, row) => sum + row.count, 0) : (counts[status] ?? 0)
  return { total, counts }
}
