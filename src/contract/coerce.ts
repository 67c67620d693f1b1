import { z } from 'zod'

/** A decimal number as JSON writes it: no blanks, no leading zeros, no exponent, no separators. */
const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/

/**
 * `raw` with its numbers and flags that came as text read by `schema`: `"43"` where a number is asked for, `"1"` and
 * `"true"` where a flag is, a number where a choice of digits is, `""` for none where a number, a flag, a choice or a
 * date may be left out. What can be read in two ways stays as it is, and so does everything that is text by its type;
 * the schema refuses it by its field then. `whole` is what a value finally becomes, to tell readings apart.
 */
export function coerce(schema: z.core.$ZodType, raw: unknown, whole = schema): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return raw === '' && !takesText(schema) ? noneOf(schema) : coerce(schema.unwrap(), raw)
  if (schema instanceof z.ZodLazy) return coerce(schema.unwrap(), raw)
  if (schema instanceof z.ZodPipe) return coerce(schema.in, raw, whole)
  if (schema instanceof z.ZodUnion) return coerceUnion(schema, raw, whole)
  if (schema instanceof z.ZodObject) return isRecord(raw) ? coerceFields(schema, raw) : raw
  if (schema instanceof z.ZodArray)
    return Array.isArray(raw) ? raw.map((item: unknown) => coerce(schema.element, item)) : raw
  if (schema instanceof z.ZodRecord)
    return isRecord(raw)
      ? Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, coerce(schema.valueType, value)]))
      : raw
  if (schema instanceof z.ZodNumber) return typeof raw === 'string' && decimal.test(raw) ? Number(raw) : raw
  if (schema instanceof z.ZodBoolean) return flagOf(raw) ?? raw
  if (schema instanceof z.ZodEnum) return choiceOf(schema.options, raw)
  if (schema instanceof z.ZodLiteral) return choiceOf([...schema.values], raw)
  return raw
}

/** Whether a value is an object of JSON, with fields. */
export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

function flagOf(raw: unknown): boolean | undefined {
  if (raw === 'true' || raw === '1' || raw === 1) return true
  return raw === 'false' || raw === '0' || raw === 0 ? false : undefined
}

/** The choice that equals `raw` in another type. */
function choiceOf(choices: readonly unknown[], raw: unknown): unknown {
  if (choices.includes(raw)) return raw
  const meant = choices.filter((choice) =>
    typeof choice === 'boolean'
      ? flagOf(raw) === choice
      : (typeof raw === 'string' || typeof raw === 'number') && String(choice) === String(raw),
  )
  return meant.length === 1 ? meant[0] : raw
}

/** What `""` is read as: `null` where the schema takes it, else a field that was left out. */
const noneOf = (schema: z.ZodType): null | undefined => (schema.safeParse(null).success ? null : undefined)

/** Whether a schema asks for text, in which `""` is a value of its own. Dates are written as text but are none. */
function takesText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return takesText(schema.unwrap())
  if (schema instanceof z.ZodPipe) return takesText(schema.in)
  if (schema instanceof z.ZodUnion) return schema.options.some(takesText)
  if (schema instanceof z.ZodLiteral) return schema.values.has('')
  if (schema instanceof z.ZodEnum) return schema.options.includes('')
  return schema instanceof z.ZodString && schema.format !== 'date' && schema.format !== 'datetime'
}

function coerceFields(schema: z.ZodObject, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...raw }
  for (const [name, field] of Object.entries(schema.shape))
    if (Object.hasOwn(raw, name)) read[name] = coerce(field, raw[name])
  return read
}

function coerceUnion(schema: z.ZodUnion, raw: unknown, whole: z.core.$ZodType): unknown {
  if (z.safeParse(whole, raw).success) return raw
  const option = optionOf(schema, raw)
  if (option !== undefined) return coerce(option, raw)
  const readings = new Map<string, unknown>()
  for (const option of schema.options) {
    const reading = coerce(option, raw)
    const parsed = z.safeParse(whole, reading)
    if (parsed.success) readings.set(JSON.stringify(parsed.data), reading)
  }
  const [only] = readings.values()
  return readings.size === 1 ? only : raw
}

/** The option that the discriminator of a union names. */
export function optionOf(schema: z.ZodUnion, raw: unknown): z.core.$ZodType | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || !isRecord(raw)) return undefined
  const { discriminator } = schema.def
  return schema.options.find((option) => {
    const field: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined
    return field instanceof z.ZodType && z.safeParse(field, coerce(field, raw[discriminator])).success
  })
}
