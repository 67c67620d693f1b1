import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { likelyNeeds } from '../../../domain/search/needs.ts'
import type { Context } from '../../handler.ts'
import { categoryNodes, type CategoryNode } from '../../reference/categories.ts'
import { namesThing, needQuery } from '../../search/keyword-queries.ts'
import { knowledge } from '../../search/knowledge.ts'
import type { SearchQuery } from '../../search/search-query.ts'

/** A need that a question probably describes, as the listings that meet it. */
export interface Need {
  readonly query: SearchQuery
  readonly likelihood: number
  /** How much it says beside the words of the question, from 0 to 1. */
  readonly weight: number
}

type Nodes = ReadonlyMap<number, CategoryNode>
type KindsByName = ReadonlyMap<string, ReadonlySet<ListingKind>>

/** The trees that have a category by its name, also with those above it as in `生殖毒性/I 段`. */
const kindsOf = new WeakMap<Nodes, KindsByName>()
function kindsByName(nodes: Nodes): KindsByName {
  const known = kindsOf.get(nodes)
  if (known !== undefined) return known
  const kinds = new Map<string, Set<ListingKind>>()
  for (const { kind, path } of nodes.values()) {
    const names = path.flatMap((id) => nodes.get(id)?.name ?? [])
    for (const at of names.keys()) {
      const name = names.slice(at).join('/')
      kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
    }
  }
  kindsOf.set(nodes, kinds)
  return kinds
}

/** The least likelihood, and the least share of that of the likeliest need, of a need that is looked for. */
const [minLikelihood, minShare] = [0.12, 0.4]
const maxNeeds = 6
/** From this likelihood on the likeliest need counts in full; others fall behind it by this power of their share. */
const [fullLikelihood, decline] = [0.35, 2.5]

/** What a question describes in other words than those of the trade, likeliest first. */
export async function needsOf(
  kind: ListingKind,
  keyword: string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<readonly Need[]> {
  if (namesThing(keyword)) return []
  const kinds = kindsByName(await categoryNodes(context))
  // A term that is no category may stand in titles of both.
  const all = likelyNeeds(keyword, knowledge().needs(), (term) => kinds.get(term)?.has(kind) ?? true)
  const most = all[0]?.likelihood ?? 0
  return all
    .filter(({ likelihood }) => likelihood >= Math.max(minLikelihood, most * minShare))
    .slice(0, maxNeeds)
    .flatMap(({ term, likelihood }) => {
      const query = needQuery(term)
      const weight = Math.min(1, most / fullLikelihood) * (likelihood / most) ** decline
      return query === undefined ? [] : [{ query, likelihood, weight }]
    })
}
