/** Input types of an attribute: one or several values of a dictionary, text, or a number. */
export const attributeInputs = ['select', 'multi', 'text', 'number'] as const
export type AttributeInput = (typeof attributeInputs)[number]

/** A structured attribute of the listings of a category; inherited by its descendants. */
export interface Attribute {
  /** Key of the value in a listing. */
  readonly code: string
  readonly name: string
  readonly input: AttributeInput
  /** Selectable values; empty for text and number inputs. */
  readonly options: readonly string[]
  readonly unit: string
  readonly required: boolean
}
export type AttributeValues = Readonly<Record<string, readonly string[]>>

/**
 * The attributes of a category by its path (ids from the root down), inherited ones first. A descendant's
 * attribute overrides an inherited one with the same code.
 */
export function attributesAlong(
  byCategory: ReadonlyMap<number, readonly Attribute[]>,
  path: readonly number[],
): readonly Attribute[] {
  const found = new Map<string, Attribute>()
  for (const attribute of path.flatMap((id) => byCategory.get(id) ?? [])) found.set(attribute.code, attribute)
  return [...found.values()]
}

/** Errors of a listing's attribute values, in the order of the attributes: `field` is `attributes.{code}`. */
export function attributeErrors(
  attributes: readonly Attribute[],
  values: AttributeValues,
): { field: string; message: string }[] {
  return attributes.flatMap(({ code, name, input, options, required }) => {
    const given = values[code] ?? []
    const field = `attributes.${code}`
    if (given.length === 0) return required ? [{ field, message: `请填写${name}` }] : []
    if (input !== 'multi' && given.length > 1) return [{ field, message: `${name}只能选一项` }]
    if (options.length > 0 && given.some((value) => !options.includes(value))) {
      return [{ field, message: `请从列表中选择${name}` }]
    }
    if (input === 'number' && given.some((value) => !/^-?\d{1,12}(\.\d{1,6})?$/.test(value))) {
      return [{ field, message: `${name}须为数字` }]
    }
    return []
  })
}

/** The values as facts of the detail page: `温度范围 2~8 ℃`. Values of unknown codes are left out. */
export const attributeFacts = (
  attributes: readonly Pick<Attribute, 'code' | 'name' | 'unit'>[],
  values: AttributeValues,
): { label: string; value: string }[] =>
  attributes.flatMap(({ code, name, unit }) => {
    const given = values[code] ?? []
    return given.length === 0 ? [] : [{ label: name, value: `${given.join('、')}${unit === '' ? '' : ` ${unit}`}` }]
  })
