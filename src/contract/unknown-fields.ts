import { z } from 'zod'
import { isRecord, optionOf } from './coerce.ts'

/**
 * Dotted paths of the fields of `raw` that `schema` does not know, at every depth, which zod drops silently.
 * Of a union all options count that take `raw`; where none does, what no option knows.
 */
export function unknownFields(schema: z.core.$ZodType, raw: unknown, path = ''): string[] {
  if (typeof raw !== 'object' || raw === null) return []
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unknownFields(schema.unwrap(), raw, path)
  if (schema instanceof z.ZodLazy) return unknownFields(schema.unwrap(), raw, path)
  if (schema instanceof z.ZodPipe) return unknownFields(schema.in, raw, path)
  if (schema instanceof z.ZodUnion) return unknownOfUnion(schema, raw, path)
  if (schema instanceof z.ZodArray)
    return Array.isArray(raw)
      ? raw.flatMap((item: unknown, index) => unknownFields(schema.element, item, below(path, String(index))))
      : []
  if (!isRecord(raw)) return []
  const given = Object.entries(raw).filter(([, value]) => value !== undefined)
  if (schema instanceof z.ZodRecord)
    return given.flatMap(([name, value]) => unknownFields(schema.valueType, value, below(path, name)))
  if (!(schema instanceof z.ZodObject)) return []
  const takesMore = schema.def.catchall !== undefined
  return given.flatMap(([name, value]) => {
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (field instanceof z.ZodType) return unknownFields(field, value, below(path, name))
    return takesMore ? [] : [below(path, name)]
  })
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function unknownOfUnion(schema: z.ZodUnion, raw: unknown, path: string): string[] {
  const named = optionOf(schema, raw)
  const taking = named === undefined ? schema.options.filter((option) => z.safeParse(option, raw).success) : [named]
  const [first = [], ...others] = (taking.length === 0 ? schema.options : taking).map((option) =>
    unknownFields(option, raw, path),
  )
  return first.filter((field) => others.every((unknown) => unknown.includes(field)))
}
