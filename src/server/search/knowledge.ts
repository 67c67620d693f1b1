import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { installation } from '../../config.ts'
import type { KnowledgeChange, KnowledgeRelation, KnowledgeRow } from '../../domain/search/knowledge.ts'
import { createNeedIndex, type NeedIndex, type NeedLine } from '../../domain/search/needs.ts'

/** Terms of the field and how they relate, from the files of src/db/knowledge. */
export interface Knowledge {
  /** Every Chinese name, for the word list. */
  readonly names: readonly string[]
  /** Concepts that a term names, by its key. */
  readonly concepts: ReadonlyMap<string, readonly string[]>
  /** Wider concepts of a concept. */
  readonly wider: ReadonlyMap<string, readonly string[]>
  /** Concepts that belong to a concept without being the same. */
  readonly related: ReadonlyMap<string, readonly string[]>
  /** CAS numbers of concepts that are compounds. */
  readonly casNumbers: ReadonlyMap<string, string>
  /** The right term of a misspelt one, by its key. */
  readonly corrections: ReadonlyMap<string, string>
  /** Length of the longest key. */
  readonly longest: number
  /** What described needs are called, built at the first use. */
  readonly needs: () => NeedIndex
}

const separators = /[\s\-\u2010-\u2015\u2212/·.,'’()（）[\]]+/gu
/** What a term is compared by: without case, width, spaces, dashes and slashes. `LC-MS/MS` → `lcmsms`. */
export const knowledgeKey = (term: string): string => term.normalize('NFKC').toLowerCase().replace(separators, '')

const termRow = z.object({
  relation: z.enum(['same', 'narrower', 'related', 'typo']),
  term: z.string().min(1),
  others: z.string(),
})
const needRow = z.object({ term: z.string().min(1), others: z.string().min(1) })
const compoundRow = z.object({ cas: z.string(), chinese: z.string(), english: z.string(), other: z.string() })

function readRows<S extends z.ZodType>(name: string, schema: S): z.output<S>[] {
  const text = readFileSync(join(installation, 'src/db/knowledge', name), 'utf8')
  const rows: unknown[] = parse(text, { columns: true, skip_empty_lines: true, bom: true })
  return rows.map((row) => schema.parse(row))
}

const listed = (text: string) =>
  text
    .split('|')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Wider concepts are followed this far: 13 周 → 重复给药 → 毒理. */
const maxLevels = 3

/** Builds the knowledge from its rows. */
export function createKnowledge(
  terms: readonly z.output<typeof termRow>[],
  compounds: readonly z.output<typeof compoundRow>[],
  needs: readonly NeedLine[] = [],
): Knowledge {
  let needIndex: NeedIndex | undefined
  const names = new Set<string>()
  const concepts = new Map<string, string[]>()
  const note = (term: string) => {
    if (/^\p{Script=Han}{2,}$/u.test(term)) names.add(term)
    return knowledgeKey(term)
  }
  const join = (key: string, concept: string) => {
    const known = concepts.get(key) ?? []
    if (key.length > 1 && !known.includes(concept)) concepts.set(key, [...known, concept])
  }
  /** The concepts that a term names; a term of its own where it names none yet. */
  const conceptsOf = (term: string): readonly string[] => {
    const key = note(term)
    if (!concepts.has(key)) join(key, key)
    return concepts.get(key) ?? [key]
  }
  const same = (head: string, others: readonly string[]) => {
    const [concept = note(head)] = conceptsOf(head)
    for (const other of others) join(note(other), concept)
  }
  const casNumbers = new Map<string, string>()
  for (const { cas, chinese, english, other } of compounds) {
    const [head, ...others] = [...listed(chinese), ...listed(english), ...listed(other), ...listed(cas)]
    if (head === undefined) continue
    same(head, others)
    if (cas !== '') casNumbers.set(knowledgeKey(head), cas)
  }
  // The name without its salt, unless it is a compound of its own: 二甲双胍 of 盐酸二甲双胍.
  for (const { chinese, english } of compounds) {
    const [head] = [...listed(chinese), ...listed(english)]
    if (head === undefined) continue
    same(head, [...listed(chinese), ...listed(english)].flatMap(withoutSalt).filter((base) => !concepts.has(knowledgeKey(base)))) // prettier-ignore
  }
  const of = (relation: string) => terms.filter((row) => row.relation === relation)
  for (const { term, others } of of('same')) same(term, listed(others))
  const above = new Map<string, Set<string>>()
  const related = new Map<string, Set<string>>()
  const link = (map: Map<string, Set<string>>, from: string, to: string) => {
    if (from !== to) map.set(from, (map.get(from) ?? new Set()).add(to))
  }
  for (const { term, others } of of('narrower')) {
    for (const wide of conceptsOf(term))
      for (const other of listed(others)) for (const narrow of conceptsOf(other)) link(above, narrow, wide)
  }
  for (const { term, others } of of('related')) {
    for (const one of conceptsOf(term))
      for (const other of listed(others)) for (const two of conceptsOf(other)) link(related, one, two)
  }
  const corrections = new Map(
    of('typo').flatMap(({ term, others }) => listed(others).map((wrong) => [knowledgeKey(wrong), term] as const)),
  )
  const lists = (map: ReadonlyMap<string, ReadonlySet<string>>) =>
    new Map([...map].map(([key, values]) => [key, [...values]]))
  return {
    names: [...names],
    concepts,
    casNumbers,
    wider: new Map([...above.keys()].map((concept) => [concept, allAbove(concept, above)])),
    related: lists(related),
    corrections,
    longest: Math.max(0, ...[...concepts.keys()].map((key) => key.length)),
    needs: () => (needIndex ??= createNeedIndex(needs)),
  }
}

const acids =
  /^(?:盐酸|氢溴酸|硫酸氢|硫酸|磷酸|甲磺酸|苯磺酸|马来酸|富马酸|枸橼酸|重酒石酸|酒石酸|琥珀酸|醋酸|乙酸|硝酸)(?=.{2})/u
const metals = /(?<=.{3})(?:钠|钾|钙|镁|锌)$/u
const salts = / (?:hydrochloride|hydrobromide|sulfate|phosphate|mesylate|besylate|maleate|fumarate|citrate|tartrate|succinate|acetate|nitrate|sodium|potassium|calcium|magnesium)$/iu // prettier-ignore

/** A name without the salt in it; none where it names no salt. */
function withoutSalt(name: string): readonly string[] {
  const base = name.replace(acids, '').replace(metals, '').replace(salts, '')
  return base === name || base.length < 3 ? [] : [base]
}

/** The wider concepts of a concept, over several levels. */
function allAbove(concept: string, above: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set<string>()
  let level = [concept]
  for (let step = 0; step < maxLevels && level.length > 0; step += 1) {
    level = level.flatMap((each) => [...(above.get(each) ?? [])]).filter((each) => each !== concept && !found.has(each))
    for (const each of level) found.add(each)
  }
  return [...found]
}

interface Files {
  readonly terms: readonly z.output<typeof termRow>[]
  readonly needs: readonly z.output<typeof needRow>[]
  readonly compounds: readonly z.output<typeof compoundRow>[]
}
let files: Files | undefined
const knowledgeFiles = (): Files =>
  (files ??= {
    terms: readRows('terms.csv', termRow),
    needs: readRows('needs.csv', needRow),
    compounds: readRows('compounds.csv', compoundRow),
  })

/** What a line is known by: its relation and its term, or the CAS number. */
export const knowledgeRowKey = ({ relation, term }: Pick<KnowledgeRow, 'relation' | 'term'>): string =>
  `${relation} ${knowledgeKey(term)}`

/** The lines of the files, compounds last. */
export const fileKnowledge = (): KnowledgeRow[] => [
  ...knowledgeFiles().terms.map(({ relation, term, others }) => ({ relation, term, others: listed(others) })),
  ...knowledgeFiles().needs.map(({ term, others }) => ({ relation: 'need' as const, term, others: listed(others) })),
  ...knowledgeFiles().compounds.map(({ cas, chinese, english, other }) => ({
    relation: 'compound' as const,
    term: cas,
    others: [...listed(chinese), ...listed(english), ...listed(other)],
  })),
]

/** Builds the knowledge of the files with changes in the places of their lines. */
function knowledgeWith(changes: readonly KnowledgeChange[]): Knowledge {
  const { terms, needs, compounds } = knowledgeFiles()
  const replaced = new Set(changes.map(knowledgeRowKey))
  const added = changes.filter(({ isOff }) => !isOff).map((row) => ({ ...row, others: row.others.join('|') }))
  const isKept = (relation: KnowledgeRelation, term: string) => !replaced.has(knowledgeRowKey({ relation, term }))
  return createKnowledge(
    [
      ...terms.filter(({ relation, term }) => isKept(relation, term)),
      ...added.flatMap(({ relation, term, others }) =>
        relation === 'compound' || relation === 'need' ? [] : [{ relation, term, others }],
      ),
    ],
    [
      ...compounds.filter(({ cas }) => isKept('compound', cas)),
      ...added
        .filter(({ relation }) => relation === 'compound')
        .map(({ term, others }) => ({ cas: term, chinese: others, english: '', other: '' })),
    ],
    [...needs.filter(({ term }) => isKept('need', term)), ...added.filter(({ relation }) => relation === 'need')].map(
      ({ term, others }) => ({ term, phrases: listed(others) }),
    ),
  )
}

let loaded: Knowledge | undefined
const trial = new AsyncLocalStorage<Knowledge>()
/** The knowledge of the process, read at its first use; within `withKnowledge` the one on trial. */
export const knowledge = (): Knowledge => trial.getStore() ?? (loaded ??= knowledgeWith([]))

/** Replaces the knowledge of the process: the files with these changes. */
export function setKnowledge(changes: readonly KnowledgeChange[]): Knowledge {
  loaded = knowledgeWith(changes)
  return loaded
}

/** Runs something with the files and these changes, while everything else keeps the knowledge of the process. */
export const withKnowledge = <T>(changes: readonly KnowledgeChange[], run: () => Promise<T>): Promise<T> =>
  trial.run(knowledgeWith(changes), run)

/** Whether this runs within `withKnowledge`: then nothing that is derived from knowledge may be kept. */
export const isKnowledgeOnTrial = (): boolean => trial.getStore() !== undefined
