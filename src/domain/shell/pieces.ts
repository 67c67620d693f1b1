/** A part of pages that is drawn once: as text, and as the bytes that are sent. */
export interface Piece {
  readonly html: string
  readonly bytes: Uint8Array
}

/** The pieces of one page that is being drawn. Its text holds a mark for each until they are put in. */
export interface Pieces {
  readonly markFor: (piece: Piece) => string
  /** The text with its pieces, for what is kept of it. */
  readonly text: (drawn: string) => string
  /** The same as bytes: a piece is copied, never made anew. */
  readonly bytes: (drawn: string) => Uint8Array[]
}

const encoder = new TextEncoder()
/** Nobody can write a mark: its name is new with each process. */
const name = crypto.randomUUID()
const marks = new RegExp(`<!--${name} (\\d+)-->`)

export const pieceOf = (html: string): Piece => ({ html, bytes: encoder.encode(html) })

export function createPieces(): Pieces {
  const pieces: Piece[] = []
  // Every second part is the number of a piece.
  const parts = (drawn: string) =>
    drawn.split(marks).map((part, index) => (index % 2 === 0 ? part : (pieces[Number(part)] ?? '')))
  return {
    markFor: (piece) => `<!--${name} ${pieces.push(piece) - 1}-->`,
    text: (drawn) =>
      parts(drawn)
        .map((part) => (typeof part === 'string' ? part : part.html))
        .join(''),
    bytes: (drawn) => parts(drawn).map((part) => (typeof part === 'string' ? encoder.encode(part) : part.bytes)),
  }
}
