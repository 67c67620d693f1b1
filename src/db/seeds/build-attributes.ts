import { attributeInputs, type AttributeInput } from '../../domain/catalogue/attributes.ts'
import type { Fact } from '../../domain/catalogue/listing.ts'
import type { categoryAttributes } from '../tables/reference.ts'
import type { DictionaryNote } from './data/dictionaries.ts'
import { attributeText } from './data/category-attributes.ts'
import { need } from './random.ts'
import type { CategoryRow } from './trees.ts'

interface Note {
  /** Way to the category from the first level down. */
  readonly way: string
  readonly code: string
  readonly name: string
  readonly input: AttributeInput
  readonly dictKey: string
  /** Facts of the demo that the value is read from. */
  readonly from: readonly string[]
  readonly unit: string
  readonly required: boolean
}

const words = (text: string) => text.split('、').filter((word) => word !== '')
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
    const input = need(new Map(attributeInputs.map((each) => [String(each), each])), kind)
    return [
      {
        way,
        code,
        name,
        input,
        unit,
        required: head !== code,
        dictKey: keyOf(values, code, way),
        from: [name, ...words(from)],
      },
    ]
  })
}

/** `KEY: a、b` makes a shared dictionary, `KEY` names it, `a、b` makes one of this attribute alone. */
function keyOf(values: string, code: string, way: string): string {
  if (values === '') return ''
  const [, shared, list] = /^([A-Z]+)(?:: (.+))?$/.exec(values) ?? []
  const own = `ATTR_${code.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
  const used = [...dictionary.keys()].filter((key) => key === own || key.startsWith(`${own}_`)).length
  const isKnown = shared !== undefined && (list !== undefined || dictionary.has(`ATTR_${shared}`))
  const key = isKnown ? `ATTR_${shared}` : used === 0 ? own : `${own}_${used + 1}`
  const texts = isKnown ? list : values
  if (texts !== undefined) dictionary.set(key, words(texts))
  if (!dictionary.has(key)) throw new Error(`${way}: no values for ${code}`)
  return key
}

/** Values of the attributes, as rows for the dictionaries. */
export const attributeDictionaries: readonly DictionaryNote[] = [...dictionary].flatMap(([key, texts]) =>
  texts.map((text, at) => ({ key, code: String(at + 1), text })),
)

const wayOf = (rows: readonly CategoryRow[]) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ path }: Pick<CategoryRow, 'path'>) =>
    path
      .slice(1)
      .map((id) => need(names, id))
      .join('/')
}

/** Attributes of the categories of both trees. */
export function buildAttributes(categories: readonly CategoryRow[]): (typeof categoryAttributes.$inferInsert)[] {
  const way = wayOf(categories)
  const ids = new Map(categories.map((row) => [way(row), row.id]))
  return notes.map(({ way: at, code, name, input, dictKey, unit, required }, sort) => ({
    ...{ categoryId: need(ids, at), code, name, input, dictKey, unit, required, sort },
  }))
}

/** Reads the values of a listing's attributes from its facts; facts that say no more than their attribute go. */
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
  const found = need(dictionary, dictKey).filter((value) => text.includes(value))
  // Of 静脉注射 and 注射, GLP and 非 GLP the longer one is meant.
  const whole = found.filter((value) => !found.some((other) => other !== value && other.includes(value)))
  return input === 'multi' ? whole : whole.slice(0, 1)
}
