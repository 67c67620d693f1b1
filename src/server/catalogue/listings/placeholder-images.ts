import type { CategoryNode } from '../../reference/categories.ts'
import { placeholderImage } from './listing-row.ts'

type Nodes = ReadonlyMap<number, CategoryNode>
const figuresOfStages = new WeakMap<Nodes, Map<number, readonly string[]>>()

/** Placeholder images of a stage of the services and of all categories below it. */
function figuresOfStage(stage: number, nodes: Nodes): readonly string[] {
  const stages = figuresOfStages.get(nodes) ?? new Map<number, readonly string[]>()
  figuresOfStages.set(nodes, stages)
  const known = stages.get(stage)
  if (known !== undefined) return known
  const figures = [...nodes.values()].flatMap(({ path, figure }) => (path.includes(stage) ? [figure] : []))
  stages.set(stage, figures)
  return figures
}

/** Placeholder images: of the listing, then of its categories, for services also of its stage. Five at most. */
export function placeholderImages(
  { figure, categoryPath }: { readonly figure: string; readonly categoryPath: readonly number[] },
  nodes: Nodes,
): string[] {
  const own = categoryPath.flatMap((id) => nodes.get(id) ?? []).toReversed()
  const stage = own.find((node) => node.level === 1)
  const near = stage?.kind === 'service' ? figuresOfStage(stage.id, nodes) : []
  const plates = [figure, ...own.filter(({ level }) => level > 0).map((node) => node.figure), ...near]
  return [...new Set(plates.filter((plate) => plate !== '').map(placeholderImage))].slice(0, 5)
}
