/** How the value of an attribute is given: one or several of a dictionary, or typed. */
export const attributeInputs = ['select', 'multi', 'text', 'number'] as const
export type AttributeInput = (typeof attributeInputs)[number]

/** What listings of a category tell in the same words; inherited by the categories below. */
export interface Attribute {
  /** Key of the value in a listing. */
  readonly code: string
  readonly name: string
  readonly input: AttributeInput
  /** Values to choose from; none where they are typed. */
  readonly options: readonly string[]
  readonly unit: string
  readonly required: boolean
}
export type AttributeValues = Readonly<Record<string, readonly string[]>>

/**
 * The attributes of a category by its path (ids from the root down): those of the categories above it first. One
 * further down takes the place of one above with the same code.
 */
export function attributesAlong(
  byCategory: ReadonlyMap<number, readonly Attribute[]>,
  path: readonly number[],
): readonly Attribute[] {
  const found = new Map<string, Attribute>()
  for (const attribute of path.flatMap((id) => byCategory.get(id) ?? [])) found.set(attribute.code, attribute)
  return [...found.values()]
}

/** What is wrong with the values of a listing, in the attributes' order: `field` is `attributes.{code}`. */
export function attributeFaults(
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
