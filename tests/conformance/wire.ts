import { isRecord } from './client.ts'

/** Value at a path of a content: `data[0].serviceId`; undefined if missing. */
export const at = (content: unknown, path: string): unknown =>
  path.split(/[.[\]]+/).reduce<unknown>((value, part) => {
    if (part === '') return value
    if (Array.isArray(value)) return value[Number(part)]
    return isRecord(value) ? value[part] : undefined
  }, content)

/**
 * Names missing from a content. `shops[].products[].postage` requires the name in every row of every list on the path,
 * and at least one row.
 */
export const missingNames = (content: unknown, names: readonly string[]): string[] =>
  names.filter((name) => !holds(content, name.split('.')))

function holds(value: unknown, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined) return true
  const name = part.replace('[]', '')
  const next = name === '' ? value : isRecord(value) && name in value ? value[name] : undefined
  if (next === undefined) return false
  if (!part.endsWith('[]')) return rest.length === 0 || holds(next, rest)
  return Array.isArray(next) && next.length > 0 && next.every((row: unknown) => holds(row, rest))
}
