/** Whether a query failed because a row breaks the unique constraint or index of this name; both databases say it alike. */
export function brokeUnique(thrown: unknown, constraint: string): boolean {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && 'constraint' in thrown) return thrown.code === '23505' && thrown.constraint === constraint
  return brokeUnique(thrown.cause, constraint)
}
