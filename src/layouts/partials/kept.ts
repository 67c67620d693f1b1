/** Pieces of the shell as text, by name. They go with the data they were drawn from, a minute later at the latest. */
const drawn = new WeakMap<object, Map<string, Promise<string>>>()
const noData = {}
/** Names contain the path of the page, and a minute sees few of those. */
const mostKept = 400

/** A piece of the shell: drawn the first time, then the same text for every page that names it the same. */
export function keptPiece(data: object | undefined, name: string, draw: () => Promise<string>): Promise<string> {
  const pieces = drawn.get(data ?? noData) ?? new Map<string, Promise<string>>()
  drawn.set(data ?? noData, pieces)
  const piece = pieces.get(name) ?? draw()
  if (pieces.size < mostKept) pieces.set(name, piece)
  piece.catch(() => pieces.delete(name))
  return piece
}
