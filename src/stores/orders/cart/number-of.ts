/** A named number from a failure's content. */
export function numberOf(content: unknown, name: string): number | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const value: unknown = Object.entries(content).find(([key]) => key === name)?.[1]
  return typeof value === 'number' ? value : undefined
}
