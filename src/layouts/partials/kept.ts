import { pieceOf, type Piece, type Pieces } from '../../domain/shell/pieces.ts'

/** Pieces of the shell by name. They go with the data they were drawn from, a minute later at the latest. */
const drawn = new WeakMap<object, Map<string, Promise<Piece>>>()
const noData = {}
/** Names contain the path of the page, and a minute sees few of those. */
const mostKept = 400

interface Drawing {
  readonly data: object | undefined
  readonly name: string
  /** Those of the page, where it is put together of pieces: one that is kept holds no mark of this page. */
  readonly pieces: Pieces | undefined
  readonly draw: () => Promise<string>
}

/** A piece of the shell: drawn the first time, then the same for every page that names it the same. */
export function keptPiece({ data, name, pieces: ofPage, draw }: Drawing): Promise<Piece> {
  const pieces = drawn.get(data ?? noData) ?? new Map<string, Promise<Piece>>()
  drawn.set(data ?? noData, pieces)
  const piece = pieces.get(name) ?? draw().then((html) => pieceOf(ofPage?.text(html) ?? html))
  if (pieces.size < mostKept) pieces.set(name, piece)
  piece.catch(() => pieces.delete(name))
  return piece
}
