import type { z } from 'zod'
import type { searchAllCalls } from '../../contract/catalogue/search-all.ts'
import type { Context } from '../handler.ts'
import { categoryNodes, categoryTrail, type CategoryNode } from '../reference/categories.ts'
import { meaningOf } from '../search/segment.ts'
import { basicTokens } from '../search/tokenize.ts'

type Near = NonNullable<z.input<typeof searchAllCalls.searchAll.output>['help']>['categories'][number]
type Nodes = ReadonlyMap<number, CategoryNode>

/** What the name of a category is compared by. */
interface Named {
  readonly node: CategoryNode
  readonly words: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
}
const namesOf = new WeakMap<Nodes, readonly Named[]>()

/** Words and wider concepts of a text. */
function wordsOf(text: string): ReadonlySet<string> {
  const { words, wider } = meaningOf(text)
  return new Set([...words, ...wider])
}

/** The names of all categories below the roots, cut once. */
function comparedNames(nodes: Nodes): readonly Named[] {
  const known = namesOf.get(nodes)
  if (known !== undefined) return known
  const names = [...nodes.values()]
    .filter(({ level }) => level > 0)
    .map((node) => ({ node, words: wordsOf(node.name), pairs: new Set(basicTokens(node.name)) }))
  namesOf.set(nodes, names)
  return names
}

const maxNear = 6
/** A shared word says more than a shared pair of characters. */
const wordWeight = 3

/** Categories whose names share most with a question; the first level where none shares anything. */
export async function nearCategories(text: string, context: Pick<Context, 'db' | 'pages'>): Promise<Near[]> {
  const nodes = await categoryNodes(context)
  const names = comparedNames(nodes)
  const [words, pairs] = [wordsOf(text), new Set(basicTokens(text))]
  const near = names
    .map((named) => ({
      node: named.node,
      score: wordWeight * words.intersection(named.words).size + pairs.intersection(named.pairs).size,
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.node.level - other.node.level)
  const shown = near.length > 0 ? near : names.filter(({ node }) => node.level === 1)
  return shown.slice(0, maxNear).map(({ node: { id, kind, level, path } }) => ({
    kind,
    categoryId: id,
    level,
    names: categoryTrail(nodes, path).map(({ categoryName }) => categoryName),
  }))
}
