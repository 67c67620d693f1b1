import { attributeInputs, type AttributeInput } from '../../domain/catalogue/attributes.ts'
import type { Fact } from '../../domain/catalogue/listing.ts'
import type { categoryAttributes } from '../tables/reference.ts'
import type { DictionaryNote } from './data/dictionaries.ts'
import { attributeText } from './data/categories.ts'
import { requireKey } from './random.ts'
import type { CategoryRow } from './trees.ts'

interface Note {
  /** Path to the category from the first level. */
  readonly way: string
  readonly code: string
  readonly name: string
  readonly input: AttributeInput
  readonly dictKey: string
  /** Demo facts from which the value is read. */
  readonly from: readonly string[]
  readonly unit: string
  readonly required: boolean
}

const splitValues = (text: string) => text.split('、').filter((word) => word !== '')
const dictionary = new Map<string, readonly string[]>()
const notes = readNotes()

function readNotes(): Note[] {
  let way = ''
  return attributeText.split('\n').flatMap((line): Note[] => {
    if (line.trim() === '') return []
    if (!line.startsWith(' ')) {
      way = line.trim()
      return []
    }
    const [head = '', name = '', kind = '', values = '', unit = '', from = ''] = line
      .split('|')
      .map((each) => each.trim())
    const code = head.replace(/^\*/, '')
    const input = requireKey(new Map(attributeInputs.map((each) => [String(each), each])), kind)
    return [
      {
        way,
        code,
        name,
        input,
        unit,
        required: head !== code,
        dictKey: keyOf(values, code, way),
        from: [name, ...splitValues(from)],
      },
    ]
  })
}

/** `KEY: a、b` defines a shared dictionary, `KEY` refers to it, `a、b` defines one for this attribute only. */
function keyOf(values: string, code: string, way: string): string {
  if (values === '') return ''
  const [, shared, list] = /^([A-Z]+)(?:: (.+))?$/.exec(values) ?? []
  const own = `ATTR_${code.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
  const used = [...dictionary.keys()].filter((key) => key === own || key.startsWith(`${own}_`)).length
  const isKnown = shared !== undefined && (list !== undefined || dictionary.has(`ATTR_${shared}`))
  const key = isKnown ? `ATTR_${shared}` : used === 0 ? own : `${own}_${used + 1}`
  const texts = isKnown ? list : values
  if (texts !== undefined) dictionary.set(key, splitValues(texts))
  if (!dictionary.has(key)) throw new Error(`${way}: no values for ${code}`)
  return key
}

/** Attribute values as dictionary rows. */
export const attributeDictionaries: readonly DictionaryNote[] = [...dictionary].flatMap(([key, texts]) =>
  texts.map((text, at) => ({ key, code: String(at + 1), text })),
)

const wayOf = (rows: readonly CategoryRow[]) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ path }: Pick<CategoryRow, 'path'>) =>
    path
      .slice(1)
      .map((id) => requireKey(names, id))
      .join('/')
}

/** Attributes of the categories in both trees. */
export function buildAttributes(categories: readonly CategoryRow[]): (typeof categoryAttributes.$inferInsert)[] {
  const way = wayOf(categories)
  const ids = new Map(categories.map((row) => [way(row), row.id]))
  return notes.map(({ way: at, code, name, input, dictKey, unit, required }, sort) => ({
    categoryId: requireKey(ids, at),
    code,
    name,
    input,
    dictKey,
    unit,
    required,
    sort,
  }))
}

/** Reads attribute values of a listing from its facts; facts fully covered by an attribute are removed. */
export function attributeReader(categories: readonly CategoryRow[]) {
  const way = wayOf(categories)
  return (category: Pick<CategoryRow, 'path'>, facts: readonly Fact[]) => {
    const own = way(category)
    const attributes: Record<string, string[]> = {}
    const spent = new Set<Fact>()
    for (const note of notes.filter((each) => own === each.way || own.startsWith(`${each.way}/`))) {
      const fact = facts.find(({ label }) => note.from.includes(label))
      const values = fact === undefined ? [] : valuesOf(note, fact.value)
      if (fact === undefined || values.length === 0) continue
      attributes[note.code] = values
      if (values.join('、') === fact.value) spent.add(fact)
    }
    return { attributes, facts: facts.filter((fact) => !spent.has(fact)) }
  }
}

function valuesOf({ dictKey, input }: Note, text: string): string[] {
  if (dictKey === '') return input === 'number' && !/^\d+(\.\d+)?$/.test(text) ? [] : [text]
  const found = requireKey(dictionary, dictKey).filter((value) => text.includes(value))
  // Prefers the longest match: 静脉注射 over 注射, 非 GLP over GLP.
  const whole = found.filter((value) => !found.some((other) => other !== value && other.includes(value)))
  return input === 'multi' ? whole : whole.slice(0, 1)
}
